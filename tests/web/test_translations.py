"""Every text of the program is there in every language, whole and in the same shape."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest
from babel.messages.catalog import Catalog, Message

from casino_war.web.language import DEFAULT_LANGUAGES
from tools import messages

LANGUAGES = tuple(language for language in DEFAULT_LANGUAGES if language != "en")

# Facts of gettext, and of the sentences that the browser fills in.
PLACES = re.compile(r"%\(\w+\)[a-z]|%%|\{\w+\}")


@cache
def catalogue(language: str) -> Catalog:
    return messages.read(language)


@cache
def texts() -> Catalog:
    return messages.extract()


def key_of(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def pairs(message: Message) -> Iterator[tuple[str, str]]:
    """Pair what is translated with its translations: each of the plurals with its own."""
    ids = [message.id] if isinstance(message.id, str) else message.id
    given = [message.string] if isinstance(message.string, str) else message.string or ()
    yield from zip(ids, given, strict=True)


def mismatched(message: Message) -> bool:
    """Say whether a translation has other places than its text; "one" may go without a number."""
    for number, (text, translated) in enumerate(pairs(message)):
        wanted, given = Counter(PLACES.findall(text)), Counter(PLACES.findall(translated))
        if not isinstance(message.id, str) and number == 0:
            free = wanted | Counter(PLACES.findall(message.id[1]))
            if (wanted.keys() - {"%(num)s"}) - given.keys() or given.keys() - free.keys():
                return True
        elif wanted.keys() != given.keys():
            return True
    return False


def test_the_languages_of_the_tool_are_those_of_the_site() -> None:
    assert set(messages.LANGUAGES) == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogue_holds_the_texts_of_the_program_and_no_more(language: str) -> None:
    known = {(message.context, message.id) for message in catalogue(language) if message.id}
    spoken = {(message.context, message.id) for message in texts() if message.id}
    assert known == spoken, "make messages"
    assert not catalogue(language).obsolete


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated(language: str) -> None:
    left = [key_of(each) for each in catalogue(language) if not messages.is_translated(each)]
    assert left == []
    assert [key_of(each) for each in catalogue(language) if each.id and each.fuzzy] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_have_the_shape_of_their_texts(language: str) -> None:
    translated = [each for each in catalogue(language) if each.id and messages.is_translated(each)]
    assert catalogue(language).num_plurals == 2
    assert [key_of(each) for each in translated if mismatched(each)] == []
    edges = [
        text
        for each in translated
        for text, given in pairs(each)
        if (text[0].isspace(), text[-1].isspace()) != (given[0].isspace(), given[-1].isspace())
    ]
    assert edges == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_few_texts_are_the_same_in_two_languages(language: str) -> None:
    """Sentences, at least, differ; single words, names and formats may agree."""
    same = [
        text
        for each in catalogue(language)
        if each.id
        for text, given in pairs(each)
        if text == given and len(re.findall(r"[a-z]{3,}", PLACES.sub("", text))) > 3
    ]
    assert same == []


@pytest.mark.parametrize("mark", ["translated", "places", "plural"])
def test_what_is_wrong_is_found(mark: str) -> None:
    message = Message(("%(num)s card of %(all)s", "%(num)s cards of %(all)s"), ("", ""))
    if mark == "translated":
        assert not messages.is_translated(message)
        message.string = ("Ein Blatt von %(all)s", "")
        assert not messages.is_translated(message)
    elif mark == "places":
        message.string = ("Eine Karte von %(all)s", "%(num)s Karten von %(all)s")
        assert not mismatched(message)
        message.string = ("Eine Karte", "%(num)s Karten von %(all)s")
        assert mismatched(message)
        message.string = ("Eine Karte von %(all)s", "%(count)s Karten von %(all)s")
        assert mismatched(message)
        assert mismatched(Message("{name} won", "{Name} gewann"))
    else:
        message.string = ("Eine Karte von %(all)s",)
        with pytest.raises(ValueError, match="shorter"):
            mismatched(message)
