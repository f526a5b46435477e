-- Policies compare the tenant of a row with the tenants that the transaction names, so that planning a statement looks at one condition for
-- each table and not at the memory of each row besides. Those of memories stay: their columns are in the indexes that are counted.
DO $$
declare
  name text;
  everything constant text := '(select current_setting(''hindsight.kind'', true)) = ''superadmin''';
  listed constant text := 'tenant_id = any ((select nullif(current_setting(%L, true), '''')::uuid[])::uuid[])';
  reads constant text := format('%s or ' || listed, everything, 'hindsight.readable');
  writes constant text := format('%s or ' || listed, everything, 'hindsight.writable');
  -- Secrets that were found are shown to nobody for being public.
  narrow text;
  of_block text;
begin
  foreach name in array array['agents', 'keywords', 'optimization_runs', 'secret_findings', 'keyword_changes', 'pinned_questions', 'proposals'] loop
    narrow := case name when 'secret_findings' then format('%s or (visibility_scope <> ''public'' and ' || listed || ')', everything, 'hindsight.readable') else reads end;
    execute format('alter policy %I on %I using (%s)', name || '_read', name, narrow);
    execute format('alter policy %I on %I using (%s) with check (%s)', name || '_update', name, narrow, writes);
    execute format('alter policy %I on %I with check (%s)', name || '_insert', name, writes);
    execute format('alter policy %I on %I using (%s)', name || '_delete', name, writes);
  end loop;
  foreach name in array array['memory_block_keywords', 'memory_block_fingerprints', 'memory_block_embeddings', 'memory_block_versions', 'memory_block_feedback', 'retrieval_events'] loop
    -- The caller must see the memory, and the row must be of its tenant.
    of_block := format('exists (select 1 from memory_blocks where memory_blocks.id = %I.memory_block_id and memory_blocks.tenant_id = %1$I.tenant_id)', name);
    if name in ('memory_block_versions', 'memory_block_feedback', 'retrieval_events') then
      execute format('alter policy %I on %I using (%s) with check (%s)', name || '_all', name, reads, of_block);
    else
      execute format('alter policy %I on %I using (%s)', name || '_read', name, reads);
      execute format('alter policy %I on %I using (%s) with check ((%3$s) and %s)', name || '_update', name, writes, of_block);
      execute format('alter policy %I on %I with check ((%s) and %s)', name || '_insert', name, writes, of_block);
      execute format('alter policy %I on %I using (%s)', name || '_delete', name, writes);
    end if;
  end loop;
  foreach name in array array['workspace_tallies', 'memory_block_usage', 'memory_blocks_to_embed', 'search_documents', 'search_term_changes', 'search_terms'] loop
    execute format('alter policy %I on %I using (%s)', name || '_read', name, reads);
  end loop;
  foreach name in array array['workspace_tallies', 'memory_block_usage', 'memory_blocks_to_embed', 'search_documents', 'search_term_changes'] loop
    execute format('alter policy %I on %I with check (%s)', name || '_insert', name, writes);
  end loop;
  foreach name in array array['memory_block_usage', 'memory_blocks_to_embed', 'search_documents'] loop
    execute format('alter policy %I on %I with check (%s)', name || '_update', name, writes);
  end loop;
  execute format('alter policy search_documents_delete on search_documents using (%s)', writes);
  execute format('alter policy memory_blocks_to_compare_all on memory_blocks_to_compare
    using (exists (select 1 from memory_blocks where memory_blocks.id = memory_block_id and (%s)))', writes);
  -- The views say the same.
  foreach name in array array['agents', 'keywords', 'memory_block_usage', 'search_documents', 'search_terms'] loop
    execute format('create or replace view %I as select %s from %I where %s', 'readable_' || name,
      (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute where attrelid = ('readable_' || name)::regclass and attnum > 0), name, reads);
  end loop;
  execute format('create or replace view readable_memory_block_fingerprints as select memory_block_id, bands, source_hash from memory_block_fingerprints where %s', reads);
  execute format('create or replace view readable_memory_block_embeddings as select memory_block_id, model, embedding, updated_at from memory_block_embeddings where %s', reads);
  execute format('create or replace view readable_memory_block_keywords as
    select link.memory_block_id, link.keyword_id, block.visibility_scope, block.owner_user_id, block.organization_id, block.archived
    from memory_block_keywords as link join memory_blocks as block on block.id = link.memory_block_id where %s', replace(reads, 'tenant_id', 'link.tenant_id'));
  execute format('create or replace view readable_keyword_links as select memory_block_id, keyword_id from memory_block_keywords where %s', reads);
end $$;
