// Tells the server the browser's own time zone, for the dates of its pages.

const NAME = 'casino_war_zone';
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const kept = document.cookie.split('; ').find((part) => part.startsWith(`${NAME}=`));

if (zone && kept !== `${NAME}=${zone}`) {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${NAME}=${zone}; path=/; max-age=31536000; samesite=lax${secure}`;
}
