-- What is kept beside rows is written by the service, in the transaction that writes them: numbers and usage of memory blocks, the search index,
-- the queues, the log of changes of all kinds, and the tenants of what moves. The triggers go with their functions.
DROP FUNCTION IF EXISTS hindsight_index_blocks(uuid[]), hindsight_index_changed_blocks(), hindsight_index_changed_block(), hindsight_index_changed_links(),
  hindsight_index_renamed_keyword(), hindsight_count_terms(), hindsight_tally_blocks(), hindsight_tally_links(), hindsight_add_usage(),
  hindsight_change_usage(), hindsight_note_retrievals(), hindsight_queue_embeddings(), hindsight_queue_comparison(), hindsight_drop_proposals(),
  hindsight_log_rows(), hindsight_log_block_updates(), hindsight_log_personal(), hindsight_log_job_updates(), hindsight_log_memberships(),
  hindsight_log_invitations(), hindsight_log_organizations(), hindsight_log_user_access(), hindsight_move_tenant() CASCADE;
--> statement-breakpoint
-- Who writes the rows of a tenant writes what is kept beside them.
DO $$
declare
  name text;
  writes constant text := '(select hindsight_kind()) = ''superadmin''
    or (tenant_id = (select hindsight_user()) and (select hindsight_kind()) = ''member'' and (select hindsight_fact(''writes'')) = ''yes'')
    or tenant_id = any ((select hindsight_organizations(''write''))::uuid[])';
begin
  foreach name in array array['memory_block_usage', 'memory_blocks_to_embed', 'search_documents', 'search_term_changes', 'workspace_tallies'] loop
    execute format('create policy %I on %I for insert with check (%s)', name || '_insert', name, writes);
  end loop;
  foreach name in array array['memory_block_usage', 'memory_blocks_to_embed', 'search_documents'] loop
    execute format('create policy %I on %I for update using (true) with check (%s)', name || '_update', name, writes);
  end loop;
  execute format('create policy search_documents_delete on search_documents for delete using (%s)', writes);
  execute format('create policy memory_blocks_to_compare_all on memory_blocks_to_compare
    using (exists (select 1 from memory_blocks where memory_blocks.id = memory_block_id and (%s)))', writes);
end $$;
--> statement-breakpoint
-- Whether texts are queued for vectors.
CREATE POLICY service_state_read ON service_state FOR SELECT USING (key = 'embeddings');--> statement-breakpoint
CREATE POLICY events_insert ON events FOR INSERT WITH CHECK ((select hindsight_user()) is not null);
