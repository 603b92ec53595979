"""The audit misses every trigger that was taken away, switched off or hollowed out."""

from casino_war.ledger.audit import violations_in
from casino_war.ledger.invariants.row import triggers_stand
from casino_war.ledger.scope import EVERYTHING
from casino_war.store.database import Database
from casino_war.store.triggers import BALANCES_TRIGGER, refusals_of, trigger_names
from tests.databases import ONLY_POSTGRESQL, ONLY_SQLITE, POSTGRESQL
from tests.unguarded import change, unguarded


def audited(database: Database, *statements: str) -> list[str]:
    """Run statements with all triggers in their places, and return the lines of the audit."""
    with unguarded(database) as connection:
        change(connection, ())
        for statement in statements:
            connection.exec_driver_sql(statement)
        return [str(violation) for violation in violations_in(connection)]


def missing(*names: str) -> list[str]:
    return [f"triggers-stand: the trigger {name} does not stand as it must" for name in names]


def tables_of(database: Database) -> dict[str, str]:
    """Return every trigger with its table."""
    dialect = database.engine.dialect.name
    tables = {refusal.name: refusal.table for refusal in refusals_of(dialect)}
    tables[BALANCES_TRIGGER] = "transfer"
    assert tables.keys() == trigger_names(dialect)
    return tables


def test_a_migrated_database_has_them_all(database: Database) -> None:
    with database.reading() as connection:
        assert violations_in(connection) == []
    assert audited(database) == []


def test_every_trigger_is_missed(database: Database) -> None:
    is_postgresql = database.engine.dialect.name == POSTGRESQL
    drops = {
        name: f"DROP TRIGGER {name}" + (f" ON {table}" if is_postgresql else "")
        for name, table in sorted(tables_of(database).items())
    }
    with unguarded(database) as connection:
        change(connection, ())
        for name, drop in drops.items():
            with connection.begin_nested() as dropped:
                connection.exec_driver_sql(drop)
                lines = [*triggers_stand(connection, EVERYTHING)]
                assert lines == [f"the trigger {name} does not stand as it must"]
                dropped.rollback()
    # Nothing else is said of it in a whole audit.
    assert audited(database, *drops.values()) == missing(*drops)


@ONLY_SQLITE
def test_a_trigger_of_the_same_name_that_does_nothing_is_none(database: Database) -> None:
    assert audited(
        database,
        "DROP TRIGGER command_no_delete",
        "CREATE TRIGGER command_no_delete BEFORE DELETE ON command BEGIN SELECT 1; END",
    ) == missing("command_no_delete")


@ONLY_POSTGRESQL
def test_a_trigger_that_is_switched_off_is_none(database: Database) -> None:
    name = "transfer_no_update"
    assert audited(database, f"ALTER TABLE transfer DISABLE TRIGGER {name}") == missing(name)
    assert audited(database, "ALTER TABLE command DISABLE TRIGGER USER") == missing(
        *sorted(name for name, table in tables_of(database).items() if table == "command")
    )


@ONLY_POSTGRESQL
def test_a_trigger_that_calls_another_function_or_refuses_less_is_none(
    database: Database,
) -> None:
    assert audited(
        database,
        "CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$",
        "CREATE OR REPLACE TRIGGER command_no_delete BEFORE DELETE ON command"
        " FOR EACH ROW EXECUTE FUNCTION nothing('command is append-only')",
        "CREATE OR REPLACE TRIGGER round_settled_fixed BEFORE UPDATE ON round"
        " FOR EACH ROW WHEN (OLD.settled_at IS NULL)"
        " EXECUTE FUNCTION casino_war_refuse('a settled round never changes')",
    ) == missing("command_no_delete", "round_settled_fixed")


@ONLY_POSTGRESQL
def test_no_trigger_stands_on_a_hollow_function(database: Database) -> None:
    hollow = (
        "CREATE OR REPLACE FUNCTION {}() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN RETURN NULL; END $$"
    )
    assert audited(database, hollow.format("casino_war_balances")) == missing(BALANCES_TRIGGER)
    refusing = sorted(trigger_names(POSTGRESQL) - {BALANCES_TRIGGER})
    assert audited(database, hollow.format("casino_war_refuse")) == missing(*refusing)
