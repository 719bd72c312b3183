-- Street and house number as they are compared when somebody searches by address: without accents,
-- capitals and punctuation, "Langstrasse", "Langstraße" and "Langstr." alike, "94 a" as "94a", and the
-- number last as in "12 rue du Lac".
CREATE FUNCTION letterbox_address_key(address text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$
  SELECT regexp_replace(trim(
    regexp_replace(
      regexp_replace(
        regexp_replace(
          regexp_replace(
            regexp_replace(
              replace(lower(regexp_replace(normalize(address, NFD), '[\u0300-\u036f]', '', 'g')), 'ß', 'ss'),
              '([aou])e', '\1', 'g'),
            'str(asse|\.)?(?![a-z])', 'str ', 'g'),
          '[^[:alnum:]]+', ' ', 'g'),
        '([[:alpha:]])(\d)', '\1 \2', 'g'),
      '(\d) ([a-z]|bis|ter)(?![[:alnum:]])', '\1\2', 'g')),
    '^(\d+(?:[a-z]|bis|ter)?) (\D.*)$', '\2 \1')
$$;

--> statement-breakpoint
-- Compared byte by byte, so that all that begins alike stands together.
CREATE INDEX letterboxes_address_key_idx ON letterboxes ((letterbox_address_key(address) COLLATE "C"));
