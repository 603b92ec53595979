"""A form that keeps what was typed and tells each fault beside its field.

Forms that only look, whose fields stand in the address, are read so: the calculator's, those
of sessions, and those of the laboratory.
"""

from dataclasses import dataclass, field

from werkzeug.datastructures import MultiDict

from casino_war.errors import N_, CasinoWarError, InvalidFormError
from casino_war.web.messages import tell_error


@dataclass(slots=True)
class Asked:
    """A form as it was sent: the text of each field, and what is wrong."""

    fields: dict[str, str]
    faults: dict[str, str] = field(default_factory=dict)
    """By field, in the reader's language; blank where another field says it."""

    def blame(self, error: CasinoWarError, *names: str) -> None:
        """Note a fault: told at the first field named, marked at the others."""
        self.mark(tell_error(error), *names)

    def mark(self, said: str, *names: str) -> None:
        """Note a fault in the reader's language, told and marked as `blame` does."""
        for name in names:
            self.faults.setdefault(name, "")
        self.faults[names[0]] = f"{self.faults[names[0]]} {said}".lstrip()

    def read(self, args: MultiDict[str, str], name: str, at: str = "") -> str | None:
        """Return a field that was sent, None if it was not; sent twice, it is at fault."""
        texts = args.getlist(name)
        if len(texts) > 1:
            self.blame(
                InvalidFormError(
                    N_("%(field)s came more than once, and only one can be meant."),
                    reason="repeated",
                    field=at or name,
                ),
                at or name,
            )
        return texts[0] if texts else None
