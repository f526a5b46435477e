-- Ranked search. How a text becomes words, the same for what is stored and for what is asked (plpgsql keeps its plans, which makes
-- it several times faster here than sql).
-- checkoutApi and HTTPServer are two words each, accents go, a character of Chinese, Japanese or Korean is a word of its own, and
-- punctuation separates words.
CREATE FUNCTION hindsight_words(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
declare words text := given;
begin
  if words ~ '[[:alnum:]][[:upper:]]' then
    words := regexp_replace(words, '([[:lower:][:digit:]])([[:upper:]])', '\1 \2', 'g');
    words := regexp_replace(words, '([[:upper:]])([[:upper:]][[:lower:]])', '\1 \2', 'g');
  end if;
  if octet_length(words) > length(words) then
    words := translate(words,
      'àáâãäåāăąçćčďèéêëēęěìíîïīłñńňòóôõöøōřśšşťùúûüūůýÿźżžÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝŠŽ',
      'aaaaaaaaacccdeeeeeeeiiiiilnnnooooooorsssttuuuuuuyyzzzAAAAAACEEEEIIIINOOOOOOUUUUYSZ');
    words := regexp_replace(words, '([\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af])', ' \1 ', 'g');
  end if;
  return regexp_replace(words,
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u2190-\u2bff\u3000-\u303f\uff00-\uff0f]+', ' ', 'g');
end $$;
--> statement-breakpoint
-- The words of a text as stemmed terms with their positions; behind them the wholes of what was taken apart: audit-sink, auditSink
-- and audit_sink all have the term auditsink.
CREATE FUNCTION hindsight_terms(given text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
declare wholes text;
begin
  if given ~ '[[:alnum:]][-_./:@][[:alnum:]]|[[:lower:]][[:upper:]]' then
    wholes := (
      select string_agg(regexp_replace(compound[1], '[-_./:@]', '', 'g'), ' ')
      from regexp_matches(given, '([[:alnum:]]+(?:[-_./:@][[:alnum:]]+)+|[[:alnum:]]*[[:lower:]][[:upper:]][[:alnum:]]*)', 'g') as compound
    );
    return to_tsvector('english'::regconfig, hindsight_words(given)) || to_tsvector('simple'::regconfig, wholes);
  end if;
  return to_tsvector('english'::regconfig, hindsight_words(given));
end $$;
--> statement-breakpoint
-- The first sentence of a text, or its first line; of a long one the first words.
CREATE FUNCTION hindsight_title(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
begin
  return split_part(regexp_replace(case when length(given) > 200 then regexp_replace(left(given, 200), '\S*$', '') else given end,
    '[.!?](\s|$)|\n', E'\x01'), E'\x01', 1);
end $$;
--> statement-breakpoint
-- Weights: titles A, lessons and keywords B, content C, errors D.
CREATE FUNCTION hindsight_document(tenant uuid, content text, lessons text, errors text, keywords text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
declare
  title text := hindsight_title(content);
  lesson text := hindsight_title(lessons);
  words tsvector := array_to_tsvector(array['@' || tenant]) || setweight(hindsight_terms(title), 'A');
begin
  if lessons <> '' then
    words := words || setweight(hindsight_terms(lesson), 'A') || setweight(hindsight_terms(substr(left(lessons, 50000), 1 + length(lesson))), 'B');
  end if;
  if keywords <> '' then words := words || setweight(hindsight_terms(keywords), 'B'); end if;
  words := words || setweight(hindsight_terms(substr(left(content, 100000), 1 + length(title))), 'C');
  if errors <> '' then words := words || setweight(hindsight_terms(left(errors, 50000)), 'D'); end if;
  return words;
end $$;
--> statement-breakpoint
CREATE TABLE "search_documents" (
	"memory_block_id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"archived" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"length" integer NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_term_changes" (
	"tenant_id" uuid NOT NULL,
	"term" text COLLATE "C" NOT NULL,
	"documents" bigint NOT NULL,
	"length" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_terms" (
	"tenant_id" uuid NOT NULL,
	"term" text COLLATE "C" NOT NULL,
	"documents" bigint NOT NULL,
	"length" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "search_terms_tenant_id_term_pk" PRIMARY KEY("tenant_id","term")
);
--> statement-breakpoint
CREATE INDEX "search_documents_words_idx" ON "search_documents" USING gin ("words");
--> statement-breakpoint
CREATE INDEX "search_documents_newest_idx" ON "search_documents" USING btree ("tenant_id","created_at" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "search_documents_agent_idx" ON "search_documents" USING btree ("tenant_id","agent_id","created_at" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "search_terms_gone_idx" ON "search_terms" USING btree ("tenant_id") WHERE documents <= 0;
--> statement-breakpoint
CREATE INDEX "search_term_changes_term_idx" ON "search_term_changes" USING btree ("tenant_id","term");
--> statement-breakpoint
-- A row whose words fit a page is kept whole and unpacked: ranking reads the words of each candidate.
ALTER TABLE search_documents SET (toast_tuple_target = 8160);
--> statement-breakpoint
-- Writes what search_documents holds for these memory blocks; the one place that says what that is.
CREATE FUNCTION hindsight_index_blocks(blocks uuid[]) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$
  insert into search_documents
  select block.id, owner.tenant_id, block.agent_id, block.conversation_id, block.archived, block.created_at, length(document.words), document.words
  from memory_blocks as block
  cross join lateral (select coalesce(block.organization_id, block.owner_user_id, '00000000-0000-0000-0000-000000000000') as tenant_id) as owner
  cross join lateral (select hindsight_document(owner.tenant_id, block.content, block.lessons_learned, block.errors, (
      select string_agg(keyword.text, E'\n' order by keyword.text) from memory_block_keywords as link
      join keywords as keyword on keyword.id = link.keyword_id where link.memory_block_id = block.id
    )) as words offset 0) as document
  where block.id = any (blocks)
  on conflict (memory_block_id) do update set tenant_id = excluded.tenant_id, agent_id = excluded.agent_id,
    conversation_id = excluded.conversation_id, archived = excluded.archived, created_at = excluded.created_at,
    length = excluded.length, words = excluded.words
$$;
--> statement-breakpoint
CREATE FUNCTION hindsight_index_changed_blocks() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
begin
  if tg_op = 'DELETE' then
    delete from search_documents using removed where memory_block_id = removed.id;
  else
    perform hindsight_index_blocks(array(select id from added));
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION hindsight_index_changed_block() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
begin
  perform hindsight_index_blocks(array[new.id]);
  return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION hindsight_index_changed_links() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
begin
  if tg_op = 'INSERT' then
    -- New keywords come on top; reading the whole text again would make every write with keywords twice as long.
    update search_documents as document set words = document.words || added.words, length = length(document.words || added.words)
    from (
      select link.memory_block_id, setweight(hindsight_terms(string_agg(keyword.text, E'\n')), 'B') as words
      from touched as link join keywords as keyword on keyword.id = link.keyword_id group by link.memory_block_id
    ) as added where document.memory_block_id = added.memory_block_id;
  else
    perform hindsight_index_blocks(array(select distinct memory_block_id from touched));
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION hindsight_index_renamed_keyword() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
begin
  perform hindsight_index_blocks(array(select memory_block_id from memory_block_keywords where keyword_id = new.id));
  return null;
end $$;
--> statement-breakpoint
-- Document frequencies: each statement adds the differences that it makes, so that no two writers wait for each other.
CREATE FUNCTION hindsight_count_terms() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
begin
  if tg_op = 'INSERT' then
    insert into search_term_changes (tenant_id, term, documents, length)
    select tenant_id, term.lexeme, count(*), 0 from added, unnest(words) as term where term.positions is not null group by 1, 2
    union all select tenant_id, '', count(*), sum(length) from added group by 1;
  elsif tg_op = 'DELETE' then
    insert into search_term_changes (tenant_id, term, documents, length)
    select tenant_id, term.lexeme, -count(*), 0 from removed, unnest(words) as term where term.positions is not null group by 1, 2
    union all select tenant_id, '', -count(*), -sum(length) from removed group by 1;
  else
    insert into search_term_changes (tenant_id, term, documents, length)
    select tenant_id, term, sum(documents), sum(length) from (
      select tenant_id, term.lexeme as term, 1 as documents, 0 as length from added, unnest(words) as term where term.positions is not null
      union all select tenant_id, term.lexeme, -1, 0 from removed, unnest(words) as term where term.positions is not null
      union all select tenant_id, '', 1, length from added
      union all select tenant_id, '', -1, -length from removed
    ) as difference group by 1, 2 having sum(documents) <> 0 or sum(length) <> 0;
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER search_documents_count_insert AFTER INSERT ON search_documents REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION hindsight_count_terms();
--> statement-breakpoint
CREATE TRIGGER search_documents_count_update AFTER UPDATE ON search_documents REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION hindsight_count_terms();
--> statement-breakpoint
CREATE TRIGGER search_documents_count_delete AFTER DELETE ON search_documents REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION hindsight_count_terms();
--> statement-breakpoint
-- The blocks that are here already; their terms are folded at once.
SELECT hindsight_index_blocks(array(SELECT id FROM memory_blocks));
--> statement-breakpoint
INSERT INTO search_terms (tenant_id, term, documents, length) SELECT tenant_id, term, sum(documents), sum(length) FROM search_term_changes GROUP BY 1, 2;
--> statement-breakpoint
TRUNCATE search_term_changes;
--> statement-breakpoint
CREATE TRIGGER memory_blocks_index_insert AFTER INSERT ON memory_blocks REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION hindsight_index_changed_blocks();
--> statement-breakpoint
CREATE TRIGGER memory_blocks_index_delete AFTER DELETE ON memory_blocks REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION hindsight_index_changed_blocks();
--> statement-breakpoint
CREATE TRIGGER memory_blocks_index_update AFTER UPDATE OF content, lessons_learned, errors, archived, agent_id, conversation_id, created_at, owner_user_id, organization_id
  ON memory_blocks FOR EACH ROW WHEN (
    (old.content, old.lessons_learned, old.errors, old.archived, old.agent_id, old.conversation_id, old.created_at, old.owner_user_id, old.organization_id)
    IS DISTINCT FROM
    (new.content, new.lessons_learned, new.errors, new.archived, new.agent_id, new.conversation_id, new.created_at, new.owner_user_id, new.organization_id)
  ) EXECUTE FUNCTION hindsight_index_changed_block();
--> statement-breakpoint
CREATE TRIGGER memory_block_keywords_index_insert AFTER INSERT ON memory_block_keywords REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_index_changed_links();
--> statement-breakpoint
CREATE TRIGGER memory_block_keywords_index_delete AFTER DELETE ON memory_block_keywords REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_index_changed_links();
--> statement-breakpoint
CREATE TRIGGER keywords_index_update AFTER UPDATE OF text ON keywords FOR EACH ROW WHEN (old.text IS DISTINCT FROM new.text) EXECUTE FUNCTION hindsight_index_renamed_keyword();
--> statement-breakpoint
ALTER TABLE search_documents ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY search_documents_read ON search_documents FOR SELECT USING ((select hindsight_kind()) = 'superadmin'
    or (tenant_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or tenant_id = any ((select hindsight_organizations('read'))::uuid[])
    or tenant_id = '00000000-0000-0000-0000-000000000000');
--> statement-breakpoint
-- The same rows for queries whose conditions go by an index.
CREATE VIEW readable_search_documents AS SELECT * FROM search_documents WHERE ((select hindsight_kind()) = 'superadmin'
    or (tenant_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or tenant_id = any ((select hindsight_organizations('read'))::uuid[])
    or tenant_id = '00000000-0000-0000-0000-000000000000');
--> statement-breakpoint
ALTER TABLE search_terms ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY search_terms_read ON search_terms FOR SELECT USING ((select hindsight_kind()) = 'superadmin'
    or (tenant_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or tenant_id = any ((select hindsight_organizations('read'))::uuid[])
    or tenant_id = '00000000-0000-0000-0000-000000000000');
--> statement-breakpoint
-- The same rows for queries whose conditions go by an index.
CREATE VIEW readable_search_terms AS SELECT * FROM search_terms WHERE ((select hindsight_kind()) = 'superadmin'
    or (tenant_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or tenant_id = any ((select hindsight_organizations('read'))::uuid[])
    or tenant_id = '00000000-0000-0000-0000-000000000000');
--> statement-breakpoint
ALTER TABLE search_term_changes ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY search_term_changes_read ON search_term_changes FOR SELECT USING ((select hindsight_kind()) = 'superadmin'
    or (tenant_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or tenant_id = any ((select hindsight_organizations('read'))::uuid[])
    or tenant_id = '00000000-0000-0000-0000-000000000000');
--> statement-breakpoint
-- The word list that the former full-text search read.
DROP INDEX memory_blocks_search_vector_idx;
--> statement-breakpoint
DROP VIEW readable_memory_blocks;
--> statement-breakpoint
ALTER TABLE memory_blocks DROP COLUMN search_vector;
--> statement-breakpoint
CREATE VIEW readable_memory_blocks AS SELECT * FROM memory_blocks WHERE ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('read'))::uuid[]))
    or visibility_scope = 'public');
