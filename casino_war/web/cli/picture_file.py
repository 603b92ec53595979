"""Pictures that commands write as SVG files."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from casino_war.errors import N_, CasinoWarError
from casino_war.web.charts.process import ChartError, ChartProcess


def write_picture(path: Path, spec: Mapping[str, Any]) -> None:
    """Draw a specification into a file.

    Raises:
        CasinoWarError: it cannot be drawn.
        OSError: the file cannot be written.
    """
    process = ChartProcess()
    try:
        path.write_text(process.draw(json.dumps(spec)), "utf-8")
    except ChartError as error:
        raise CasinoWarError(
            N_("The picture could not be drawn: %(why)s."), reason="picture", why=str(error)
        ) from error
    finally:
        process.close()
