-- The same letters for all ways to write them: without accents, vowel signs and ligatures, composed or not. What no rule of Unicode takes
-- apart, as ø and ł, is named. Signs that spell a word stay: those of Hindi and Thai, and the voicing marks of Japanese.
CREATE FUNCTION hindsight_letters(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
declare letters text := given;
begin
  -- English is done with here, typographic quotes and dashes included.
  if octet_length(letters) = length(letters) or letters !~ '[\u00c0-\u1fff\u3099\u309a\ua640-\ua69f\ufb1d-\ufb4f]' then return letters; end if;
  letters := normalize(regexp_replace(normalize(letters, NFD),
    '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]+',
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
-- How a text becomes words, the same for what is stored and for what is asked: checkoutApi and HTTPServer are two words each, a character
-- of Chinese, Japanese or Korean is a word of its own, and punctuation separates words.
CREATE OR REPLACE FUNCTION hindsight_words(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
declare words text := hindsight_letters(given);
begin
  if words ~ '[[:alnum:]][[:upper:]]' then
    words := regexp_replace(words, '([[:lower:][:digit:]])([[:upper:]])', '\1 \2', 'g');
    words := regexp_replace(words, '([[:upper:]])([[:upper:]][[:lower:]])', '\1 \2', 'g');
  end if;
  if octet_length(words) > length(words) then
    words := regexp_replace(words, '([\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af])', ' \1 ', 'g');
  end if;
  return regexp_replace(words,
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u2190-\u2bff\u3000-\u303f\uff00-\uff0f]+', ' ', 'g');
end $$;
--> statement-breakpoint
-- The words of a text as stemmed terms with their positions; behind them the wholes of what was taken apart: audit-sink, auditSink
-- and audit_sink all have the term auditsink.
CREATE OR REPLACE FUNCTION hindsight_terms(given text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
declare
  letters text := hindsight_letters(given);
  wholes text;
begin
  if letters ~ '[[:alnum:]][-_./:@][[:alnum:]]|[[:lower:]][[:upper:]]' then
    wholes := (
      select string_agg(regexp_replace(compound[1], '[-_./:@]', '', 'g'), ' ')
      from regexp_matches(letters, '([[:alnum:]]+(?:[-_./:@][[:alnum:]]+)+|[[:alnum:]]*[[:lower:]][[:upper:]][[:alnum:]]*)', 'g') as compound
    );
    return to_tsvector('english'::regconfig, hindsight_words(letters)) || to_tsvector('simple'::regconfig, wholes);
  end if;
  return to_tsvector('english'::regconfig, hindsight_words(letters));
end $$;
--> statement-breakpoint
-- Memories from before are indexed again while the service serves; the value is the last one that was looked at.
INSERT INTO service_state (key, value) SELECT 'letters of memory_blocks', '00000000-0000-0000-0000-000000000000' WHERE EXISTS (SELECT FROM memory_blocks);
