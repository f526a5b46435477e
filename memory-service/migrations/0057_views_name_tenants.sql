-- The views say whose each row is, so that a statement can join and narrow by it.
DO $$
declare
  name text;
  everything constant text := '(select current_setting(''hindsight.kind'', true)) = ''superadmin''';
  reads constant text := everything || ' or %1$s.tenant_id = any ((select nullif(current_setting(''hindsight.readable'', true), '''')::uuid[])::uuid[])';
begin
  foreach name in array array['agents', 'memory_block_fingerprints', 'memory_block_embeddings'] loop
    execute format('create or replace view %I as select %s, tenant_id from %I where ' || format(reads, name), 'readable_' || name,
      (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute where attrelid = ('readable_' || name)::regclass and attnum > 0), name);
  end loop;
  execute format('create or replace view readable_memory_block_keywords as
    select link.memory_block_id, link.keyword_id, block.visibility_scope, block.owner_user_id, block.organization_id, block.archived, link.tenant_id
    from memory_block_keywords as link join memory_blocks as block on block.id = link.memory_block_id and block.tenant_id = link.tenant_id where %s', format(reads, 'link'));
  execute format('create or replace view readable_keyword_links as select memory_block_id, keyword_id, tenant_id from memory_block_keywords where %s',
    format(reads, 'memory_block_keywords'));
  -- The conditions on its columns stay: they are in the indexes that are counted.
  execute 'create or replace view readable_memory_blocks as '
    || regexp_replace(pg_get_viewdef('readable_memory_blocks'::regclass), '\s+FROM memory_blocks', ', memory_blocks.tenant_id FROM memory_blocks');
end $$;
--> statement-breakpoint
-- Where rows of memories are distributed, no foreign key leads to them from the others: what goes with an organization or an agent by a key
-- elsewhere goes by these.
DO $$
begin
  execute replace(pg_get_functiondef('hindsight_forget_organization(uuid)'::regprocedure),
    'delete from events where', 'delete from proposals where organization_id = gone;
  delete from events where');
end $$;
--> statement-breakpoint
CREATE FUNCTION hindsight_forget_agent(gone uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
begin
  -- Who could delete it has done so.
  if exists (select from agents where id = gone) then return; end if;
  delete from agent_activity where agent_id = gone;
  update device_grants set agent_id = null where agent_id = gone;
end $$;
