-- Letters: full-width and half-width ones are those of other texts, and й is a letter of its own, which stems of Russian need.
CREATE OR REPLACE FUNCTION hindsight_letters(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
declare letters text := given;
begin
  -- English is done with here, typographic quotes and dashes included.
  if octet_length(letters) = length(letters) or letters !~ '[\u00c0-\u1fff\u3099\u309a\ua640-\ua69f\ufb1d-\ufb4f\uff01-\uff9f]' then return letters; end if;
  if letters ~ '[\uff01-\uff9f]' then
    letters := (select string_agg(case when run[1] ~ '[\uff01-\uff9f]' then normalize(run[1], NFKC) else run[1] end, '' order by place)
      from regexp_matches(letters, '[\uff01-\uff9f]+|[^\uff01-\uff9f]+', 'g') with ordinality as runs(run, place));
  end if;
  letters := normalize(regexp_replace(normalize(letters, NFD),
    '(?:[\u0300-\u0305\u0307-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]|(?<![иИ])\u0306)+',
    '', 'g'), NFC);
  letters := translate(letters, 'ĐđÐðĦħıĸŁłĿŀŊŋØøŦŧſƏς', 'DdDdHhiqLlLlNnOoTtsəσ');
  if letters ~ '[ẞßÆæŒœÞþ]' then
    -- A word in capitals stays one: a capital behind a small letter would begin another.
    letters := regexp_replace(letters, 'Æ(?=[a-z])', 'Ae', 'g');
    letters := regexp_replace(letters, 'Œ(?=[a-z])', 'Oe', 'g');
    letters := regexp_replace(letters, 'Þ(?=[a-z])', 'Th', 'g');
    letters := regexp_replace(letters, '(?<=[A-Z])ß', 'SS', 'g');
    letters := replace(replace(replace(replace(letters, 'Æ', 'AE'), 'Œ', 'OE'), 'Þ', 'TH'), 'ẞ', 'SS');
    letters := replace(replace(replace(replace(letters, 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ß', 'ss');
  end if;
  return letters;
end $$;
--> statement-breakpoint
-- A letter of a script without blanks (Thai, Lao, Burmese, Khmer, kana, ideographs; and Hangul, where particles are parts of words), with its marks.
CREATE FUNCTION hindsight_unspaced() RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select '[\u0e01-\u0e30\u0e32\u0e33\u0e3f-\u0e46\u0e4f-\u0e5b\u0e81-\u0eb0\u0eb2\u0eb3\u0ebd-\u0ec6\u0ed0-\u0edf\u1000-\u102a\u103f-\u1055\u1780-\u17b3\u17d7\u17dc\u3041-\u3096\u309d-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]'
      || '[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u102b-\u103e\u1056-\u1059\u17b4-\u17d3\u17dd\u3099\u309a]*' $$;
--> statement-breakpoint
-- How a text becomes words, the same for what is stored and for what is asked: checkoutApi and HTTPServer are two words each, 2FA, C++ and
-- C# are one, and punctuation separates words. Of scripts without blanks any two letters side by side are a word, as long as nothing says
-- where words end; a single letter is one.
CREATE OR REPLACE FUNCTION hindsight_words(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
declare
  words text := hindsight_letters(given);
  unit text := hindsight_unspaced();
begin
  if words ~ '[[:alnum:]][[:upper:]]' then
    words := regexp_replace(words, '([[:lower:]])([[:upper:]])', '\1 \2', 'g');
    words := regexp_replace(words, '([[:upper:][:digit:]])([[:upper:]][[:lower:]])', '\1 \2', 'g');
  end if;
  if words ~ '[[:alpha:]](?:#|\+\+)' then
    words := regexp_replace(words, '(?<![[:alnum:]])([[:alpha:]]{1,2})\+\+', '\1plusplus ', 'g');
    words := regexp_replace(words, '(?<![[:alnum:]])([[:alpha:]])#(?![[:alnum:]])', '\1sharp ', 'g');
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
-- The words with the stems of their scripts. A stemmer is chosen by its letters alone, so that a question is read as the text was. Hebrew has
-- no stemmer; its articles, conjunctions and prepositions are letters before a word. A stop word keeps its place.
CREATE FUNCTION hindsight_stems(words text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
begin
  if octet_length(words) = length(words) or words !~ '[\u0370-\u052f\u0531-\u0587\u05d0-\u05ea\u0620-\u06ff\u0900-\u097f\u0b80-\u0bff]' then return words; end if;
  return (
    select string_agg(case
      when word ~ '[\u0400-\u052f]' then coalesce((ts_lexize('russian_stem', word))[1], 'the')
      when word ~ '[\u0370-\u03ff]' then coalesce((ts_lexize('greek_stem', word))[1], 'the')
      when word ~ '[\u0620-\u06ff]' then coalesce((ts_lexize('arabic_stem', regexp_replace(word, '^[وف](?=ال)', '')))[1], 'the')
      when word ~ '[\u05d0-\u05ea]' then regexp_replace(word, '^[ובהכלמש]+(?=[\u05d0-\u05ea]{3,}$)', '')
      when word ~ '[\u0900-\u097f]' then coalesce((ts_lexize('hindi_stem', word))[1], 'the')
      when word ~ '[\u0b80-\u0bff]' then coalesce((ts_lexize('tamil_stem', word))[1], 'the')
      when word ~ '[\u0531-\u0587]' then coalesce((ts_lexize('armenian_stem', word))[1], 'the')
      else word end, ' ' order by place)
    from regexp_split_to_table(words, '\s+') with ordinality as given(word, place)
  );
end $$;
--> statement-breakpoint
-- The term of a single word; none for a stop word.
CREATE FUNCTION hindsight_term(word text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  select (ts_lexize('english_stem', hindsight_stems(word)))[1] $$;
--> statement-breakpoint
-- The words of a text as stemmed terms with their positions; behind them the wholes of what was taken apart: audit-sink, auditSink
-- and audit_sink all have the term auditsink, .NET has dotnet, and the last letter of a word without blanks is one as well.
CREATE OR REPLACE FUNCTION hindsight_terms(given text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
declare
  letters text := hindsight_letters(given);
  unit text := hindsight_unspaced();
  terms tsvector := to_tsvector('english'::regconfig, hindsight_stems(hindsight_words(letters)));
begin
  if letters ~ '[[:alnum:]][-_./:@][[:alnum:]]|[[:lower:]][[:upper:]]' then
    terms := terms || to_tsvector('simple'::regconfig, (
      select coalesce(string_agg(regexp_replace(compound[1], '[-_./:@]', '', 'g'), ' '), '')
      from regexp_matches(letters, '([[:alnum:]]+(?:[-_./:@][[:alnum:]]+)+|[[:alnum:]]*[[:lower:]][[:upper:]][[:alnum:]]*)', 'g') as compound
    ));
  end if;
  if letters ~ '(?:^|\s)\.[[:alpha:]]' then
    terms := terms || to_tsvector('simple'::regconfig, (
      select string_agg('dot' || name[1], ' ') from regexp_matches(letters, '(?:^|\s)\.([[:alpha:]][[:alnum:]]*)', 'g') as name
    ));
  end if;
  if octet_length(letters) > length(letters) and letters ~ unit then
    terms := terms || to_tsvector('simple'::regconfig, (
      select coalesce(string_agg(last[1], ' '), '') from regexp_matches(letters, '(?:' || unit || ')+(' || unit || ')', 'g') as last
    ));
  end if;
  return terms;
end $$;
--> statement-breakpoint
-- The service builds these again while it serves: their letters have changed.
DROP INDEX IF EXISTS agents_folded_name_idx;
--> statement-breakpoint
DROP INDEX IF EXISTS keywords_folded_text_idx;
--> statement-breakpoint
-- Memories from before are indexed again while the service serves; the value is the last one that was looked at.
INSERT INTO service_state (key, value) SELECT 'letters of memory_blocks', '00000000-0000-0000-0000-000000000000' WHERE EXISTS (SELECT FROM memory_blocks)
  ON CONFLICT (key) DO UPDATE SET value = excluded.value;
