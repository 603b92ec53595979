"""The process that draws charts: a Vega-Lite specification a line in, an SVG a line out.

`casino_war.web.charts.process` runs this file by its path, so that the 84 MB of the drawing
library are loaded here alone, and nothing of the application is. It ends when its input
does, which is also when the process that started it dies.
"""

import json
import signal
import sys


def main() -> None:
    """Answer each line with ``{"svg": ...}`` or ``{"error": ...}``."""
    # A key pressed at the server's terminal reaches this process too; the server ends it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    import vl_convert

    for line in sys.stdin:
        try:
            answer = {"svg": vl_convert.vegalite_to_svg(json.loads(line))}
        except Exception as error:  # whatever is wrong with one chart, the next may be good
            answer = {"error": str(error)}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
