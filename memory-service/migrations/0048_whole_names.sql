-- The names in a text that signs or capitals are a part of, in lower case and without the signs that only join their parts: audit-sink,
-- auditSink and audit_sink are auditsink; $home, c++, .net, r&d and 10.0.0.1 keep their signs, flags one hyphen, and &@angularcore is
-- @angular/core, because terms that begin with @ are tenants. A name is what stands between blanks, brackets and quotes without the
-- punctuation of its sentence. C++ in C++/CLI and C++17 is one as well, and counts twice by itself.
CREATE FUNCTION hindsight_names(letters text) RETURNS SETOF text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
begin
  if letters !~ '[[:lower:]][[:upper:]]|[^[:alnum:]\s][[:alnum:]]|[[:alnum:]][+#$%_]' then return; end if;
  if octet_length(letters) > length(letters) and letters ~ hindsight_unspaced() then
    letters := regexp_replace(letters, hindsight_unspaced(), ' ', 'g');
  end if;
  return query
    select lower(regexp_replace(regexp_replace(name, '^@', '&@'), '(?<=[[:alpha:]])[-_./:@](?=[[:alnum:]])|(?<=[[:alnum:]])[-_./:@](?=[[:alpha:]])', '', 'g'))
    from (
      select run from regexp_split_to_table(letters,
        '[\s"''`()<>,;|{}\u005b\u005d\u00a0-\u00bf\u2000-\u206f\u2190-\u2bff\u3000-\u303f\uff00-\uff0f]+') as run
      where run ~ '[^[:alnum:]]|[[:lower:]][[:upper:]]' and length(run) <= 200
    ) as runs
    cross join lateral (
      select run as part union all select regexp_split_to_table(run, '/|(?<=\+)(?=[0-9])') where run ~ '[+#&$%]'
    ) as parts
    cross join lateral regexp_replace(part, '^(?:[!=+:?&\\*]|\.{3}|-(?=-))+|[.:!?*=~^&@$\\/-]+$', '', 'g') as name
    where name ~ '[[:lower:]][[:upper:]]|[^[:alnum:]]' and name ~ '[[:alnum:]]';
end $$;
--> statement-breakpoint
-- As before (0045), but what C++, C# and R&D are is a name; their letters alone are no words.
CREATE OR REPLACE FUNCTION hindsight_words(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
declare
  words text := hindsight_letters(given);
  unit text := hindsight_unspaced();
begin
  if words ~ '[[:alnum:]][[:upper:]]' then
    words := regexp_replace(words, '([[:lower:]])([[:upper:]])', '\1 \2', 'g');
    words := regexp_replace(words, '([[:upper:][:digit:]])([[:upper:]][[:lower:]])', '\1 \2', 'g');
  end if;
  if words ~ '[[:alpha:]][+#&]' then
    words := regexp_replace(words, '(?<![[:alnum:]])[[:alpha:]](?=[+#&])|(?<=[[:alpha:]]&)[[:alpha:]](?![[:alnum:]])', '', 'g');
  end if;
  if octet_length(words) > length(words) and words ~ unit then
    words := (
      select string_agg(case when not is_unit then piece when next_is_unit then piece || next when before_is_unit then '' else piece end, ' ' order by place)
      from (
        select place, piece, is_unit, lead(piece) over pieces as next, lead(is_unit) over pieces as next_is_unit, lag(is_unit) over pieces as before_is_unit
        from (
          select place, ltrim(part, E'\x02') as piece, starts_with(part, E'\x02') as is_unit
          from string_to_table(regexp_replace(words, '(' || unit || ')', E'\x01\x02\\1\x01', 'g'), E'\x01') with ordinality as parts(part, place)
          where part <> ''
        ) as matched window pieces as (order by place)
      ) as placed
    );
  end if;
  return regexp_replace(words,
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u2190-\u2bff\u3000-\u303f\uff00-\uff0f]+', ' ', 'g');
end $$;
--> statement-breakpoint
-- The words of a text as stemmed terms with their positions; behind them its names, and of words without blanks the last letter.
CREATE OR REPLACE FUNCTION hindsight_terms(given text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
declare
  letters text := hindsight_letters(given);
  unit text := hindsight_unspaced();
  terms tsvector := to_tsvector('english'::regconfig, hindsight_stems(hindsight_words(letters)));
begin
  terms := terms || (
    select coalesce(string_agg('''' || replace(replace(name, '\', '\\'), '''', '''''') || ''':' || place, ' '), '')::tsvector
    from hindsight_names(letters) with ordinality as named(name, place)
  );
  if octet_length(letters) > length(letters) and letters ~ unit then
    terms := terms || to_tsvector('simple'::regconfig, (
      select coalesce(string_agg(last[1], ' '), '') from regexp_matches(letters, '(?:' || unit || ')+(' || unit || ')', 'g') as last
    ));
  end if;
  return terms;
end $$;
--> statement-breakpoint
-- What a quoted text asks for: its words side by side, or its names where it has no word.
CREATE FUNCTION hindsight_phrase(given text) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
declare phrase tsquery := phraseto_tsquery('english'::regconfig, hindsight_stems(hindsight_words(given)));
begin
  if numnode(phrase) > 0 then return phrase; end if;
  return (select coalesce(string_agg('''' || replace(replace(name, '\', '\\'), '''', '''''') || '''', ' & '), '')::tsquery
    from hindsight_names(hindsight_letters(given)) as name);
end $$;
--> statement-breakpoint
-- Memories from before are indexed again while the service serves; the value is the last one that was looked at.
INSERT INTO service_state (key, value) SELECT 'letters of memory_blocks', '00000000-0000-0000-0000-000000000000' WHERE EXISTS (SELECT FROM memory_blocks)
  ON CONFLICT (key) DO UPDATE SET value = excluded.value;
