-- Typed addresses were normalised by the database's own collation, stored ones by that of their column: on a database
-- with the collation C, "Rue du Bœuf 3" was not found. Values of the index stay the same.
CREATE OR REPLACE FUNCTION letterbox_address_key(address text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT regexp_replace(trim(
    regexp_replace(
      regexp_replace(
        regexp_replace(
          regexp_replace(
            regexp_replace(
              replace(lower(regexp_replace(normalize(address COLLATE "und-x-icu", NFD), '[\u0300-\u036f]', '', 'g')), 'ß', 'ss'),
              '([aou])e', '\1', 'g'),
            'str(asse|\.)?(?![a-z])', 'str ', 'g'),
          '[^[:alnum:]]+', ' ', 'g'),
        '([[:alpha:]])(\d)', '\1 \2', 'g'),
      '(\d) ([a-z]|bis|ter)(?![[:alnum:]])', '\1\2', 'g')),
    '^(\d+(?:[a-z]|bis|ter)?) (\D.*)$', '\2 \1')
$$;
