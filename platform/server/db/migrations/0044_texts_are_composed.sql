-- Texts that came decomposed (NFD, as macOS hands them over) before calls composed them are not found by searches, which
-- compare composed text. Every column that people search or sort by is declared with the collation und-x-icu; addresses of
-- mails stand beside. A row that would then be the same as another one stays as it is.
DO $$
DECLARE
  place record;
  found record;
BEGIN
  FOR place IN
    SELECT table_name, column_name
    FROM information_schema.columns INNER JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND is_generated = 'NEVER'
      AND data_type = 'text' AND (collation_name = 'und-x-icu' OR column_name IN ('email', 'new_email'))
  LOOP
    FOR found IN EXECUTE format('SELECT ctid AS at, %1$I AS before FROM %2$I WHERE %1$I IS NOT NFC NORMALIZED',
      place.column_name, place.table_name)
    LOOP
      BEGIN
        EXECUTE format('UPDATE %2$I SET %1$I = normalize(%1$I, NFC) WHERE ctid = $1 AND %1$I = $2',
          place.column_name, place.table_name)
        USING found.at, found.before;
      EXCEPTION WHEN unique_violation OR check_violation THEN
        RAISE NOTICE '%.% stays decomposed: %', place.table_name, place.column_name, SQLERRM;
      END;
    END LOOP;
  END LOOP;
END $$;--> statement-breakpoint
UPDATE "items" SET "synonyms" = normalize("synonyms"::text, NFC)::jsonb WHERE "synonyms"::text IS NOT NFC NORMALIZED;
