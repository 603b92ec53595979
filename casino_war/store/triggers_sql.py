"""The longer pieces of trigger SQL, one of each for SQLite and for PostgreSQL.

Each transfer moves its amount between the balances that are kept, then must itself name
the balances that came of it: a writer who reckoned from old balances is refused, not
recorded.
"""

ROW_STANDS = "EXISTS (SELECT 1 FROM {table} WHERE {same})"

SQLITE_BALANCES = """
CREATE TRIGGER transfer_balances AFTER INSERT ON transfer
FOR EACH ROW
BEGIN
    UPDATE account SET balance_cents = balance_cents - NEW.amount_cents
    WHERE id = NEW.source_id AND balance_cents IS NOT NULL;
    UPDATE account SET balance_cents = balance_cents + NEW.amount_cents
    WHERE id = NEW.target_id AND balance_cents IS NOT NULL;
    SELECT RAISE(ABORT, 'the balances of a transfer are those after it')
    FROM account AS source, account AS target
    WHERE source.id = NEW.source_id AND target.id = NEW.target_id
    AND (source.balance_cents IS NOT NEW.source_balance_cents
         OR target.balance_cents IS NOT NEW.target_balance_cents);
END
"""

FUNCTION_REFUSE = "casino_war_refuse"

_REFUSE = """
CREATE OR REPLACE FUNCTION casino_war_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION USING
        MESSAGE = TG_ARGV[0], ERRCODE = 'integrity_constraint_violation';
END
$$
"""

_BALANCES = """
CREATE OR REPLACE FUNCTION casino_war_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE account SET balance_cents = balance_cents - NEW.amount_cents
    WHERE id = NEW.source_id AND balance_cents IS NOT NULL;
    UPDATE account SET balance_cents = balance_cents + NEW.amount_cents
    WHERE id = NEW.target_id AND balance_cents IS NOT NULL;
    IF EXISTS (
        SELECT 1 FROM account AS source, account AS target
        WHERE source.id = NEW.source_id AND target.id = NEW.target_id
        AND (source.balance_cents IS DISTINCT FROM NEW.source_balance_cents
             OR target.balance_cents IS DISTINCT FROM NEW.target_balance_cents)
    ) THEN
        RAISE EXCEPTION USING
            MESSAGE = 'the balances of a transfer are those after it',
            ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END
$$
"""

POSTGRESQL_FUNCTION_NAMES: tuple[str, ...] = (FUNCTION_REFUSE, "casino_war_balances")

POSTGRESQL_FUNCTIONS: tuple[str, ...] = (_REFUSE, _BALANCES)

POSTGRESQL_BALANCES = """
CREATE TRIGGER transfer_balances AFTER INSERT ON transfer
FOR EACH ROW EXECUTE FUNCTION casino_war_balances()
"""

# Only those that fire for everybody; the functions are those that they call.
POSTGRESQL_STANDING = """
SELECT tgname AS name, pg_get_triggerdef(pg_trigger.oid, true) AS definition, prosrc AS function
FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid
JOIN pg_language ON pg_language.oid = prolang
WHERE NOT tgisinternal AND tgenabled IN ('O', 'A') AND lanname = 'plpgsql'
"""
