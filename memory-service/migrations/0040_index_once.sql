-- Indexing a memory costs most of what a change of keywords takes, so each change does it once, and only for what has changed.
-- New keywords come on top of the words. A change that then takes others away from the same memories says so: each of these memories is
-- indexed with all that it has then.
CREATE OR REPLACE FUNCTION hindsight_index_changed_links() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
begin
  if tg_op = 'INSERT' then
    if current_setting('hindsight.links_indexed', true) = 'later' then return null; end if;
    -- Reading the whole text again would make every write with keywords twice as long.
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
-- Archiving changes no word.
CREATE OR REPLACE FUNCTION hindsight_index_changed_block() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
begin
  if (old.content, old.lessons_learned, old.errors, old.owner_user_id, old.organization_id)
    is not distinct from (new.content, new.lessons_learned, new.errors, new.owner_user_id, new.organization_id) then
    update search_documents set archived = new.archived, agent_id = new.agent_id, conversation_id = new.conversation_id, created_at = new.created_at
      where memory_block_id = new.id;
  else
    perform hindsight_index_blocks(array[new.id]);
  end if;
  return null;
end $$;
--> statement-breakpoint
-- Of a document that stays with its tenant only the words that come or go are counted: most stay.
CREATE OR REPLACE FUNCTION hindsight_count_terms() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
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
    -- Grouped, not joined: the plan of a function is made for the few documents of its first call and kept.
    with pair as materialized (
      select (array_agg(tenant_id) filter (where is_former))[1] as former_tenant, (array_agg(words) filter (where is_former))[1] as former_words,
        (array_agg(tenant_id) filter (where not is_former))[1] as latter_tenant, (array_agg(words) filter (where not is_former))[1] as latter_words,
        count(distinct tenant_id) = 1 as stays
      from (select true as is_former, * from removed union all select false, * from added) as document
      group by memory_block_id having count(distinct tenant_id) > 1 or count(distinct words) > 1
    )
    select tenant_id, term, sum(documents), sum(length) from (
      select latter_tenant as tenant_id, term.lexeme as term, 1 as documents, 0 as length from pair,
        unnest(case when stays then ts_delete(latter_words, tsvector_to_array(former_words)) else latter_words end) as term where term.positions is not null
      union all select former_tenant, term.lexeme, -1, 0 from pair,
        unnest(case when stays then ts_delete(former_words, tsvector_to_array(latter_words)) else former_words end) as term where term.positions is not null
      union all select latter_tenant, '', 1, length(latter_words) from pair
      union all select former_tenant, '', -1, -length(former_words) from pair
    ) as difference group by 1, 2 having sum(documents) <> 0 or sum(length) <> 0;
  end if;
  return null;
end $$;
