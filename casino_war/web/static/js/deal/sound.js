// Small sounds of cards and chips, made on the spot: no files, and none unasked.

const VOLUME = 0.16;

/** Each sound as parts: noise through a filter, or tones, with begin and length in seconds. */
const SOUNDS = {
  card: [{ noise: 2600, at: 0, lasts: 0.09, level: 0.7 }],
  flip: [{ noise: 4200, at: 0, lasts: 0.05, level: 0.6 }, { noise: 1500, at: 0.03, lasts: 0.05, level: 0.5 }],
  chip: [{ tone: 2900, at: 0, lasts: 0.06, level: 0.35 }, { tone: 3700, at: 0.045, lasts: 0.07, level: 0.3 }],
  win: [
    { tone: 659, at: 0, lasts: 0.16, level: 0.4 },
    { tone: 831, at: 0.1, lasts: 0.16, level: 0.4 },
    { tone: 988, at: 0.2, lasts: 0.3, level: 0.4 },
  ],
};

let context = null;

/** A running context, or none before the visitor has touched the page. */
function running() {
  // Made before a gesture, it would stay silent and the browser would complain.
  if (!globalThis.AudioContext || !navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === 'suspended') context.resume();
  return context;
}

function noise(audio, frequency, lasts) {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * lasts), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let place = 0; place < samples.length; place += 1) {
    samples[place] = (Math.random() * 2 - 1) * (1 - place / samples.length);
  }
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: 'bandpass', frequency, Q: 0.8 });
  source.connect(filter);
  return [source, filter];
}

function tone(audio, frequency) {
  const source = new OscillatorNode(audio, { type: 'triangle', frequency });
  return [source, source];
}

function playPart(audio, part) {
  const begin = audio.currentTime + part.at;
  const [source, last] = part.noise
    ? noise(audio, part.noise, part.lasts) : tone(audio, part.tone);
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, begin);
  gain.gain.linearRampToValueAtTime(VOLUME * part.level, begin + 0.005);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + part.lasts);
  last.connect(gain).connect(audio.destination);
  source.start(begin);
  source.stop(begin + part.lasts);
}

/** Play one of the sounds, if the visitor wants any. */
export function play(name) {
  if (document.documentElement.dataset.sounds !== 'on') return;
  const audio = running();
  if (audio) for (const part of SOUNDS[name]) playPart(audio, part);
}
