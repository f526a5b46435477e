ALTER TABLE "audits" ADD COLUMN "tenant_id" uuid;--> statement-breakpoint
ALTER TABLE "agent_activity" ADD COLUMN "tenant_id" uuid;--> statement-breakpoint
ALTER TABLE "bulk_edits" ADD COLUMN "tenant_id" uuid;--> statement-breakpoint
ALTER TABLE "keyword_changes" ADD COLUMN "tenant_id" uuid;--> statement-breakpoint
ALTER TABLE "keyword_distinctions" ADD COLUMN "tenant_id" uuid;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "tenant_id" uuid;--> statement-breakpoint
ALTER TABLE "consolidation_suggestions" ADD COLUMN "tenant_id" uuid;--> statement-breakpoint
ALTER TABLE "keywords" ADD COLUMN "tenant_id" uuid;--> statement-breakpoint
ALTER TABLE "memory_block_feedback" ADD COLUMN "tenant_id" uuid;--> statement-breakpoint
ALTER TABLE "memory_block_keywords" ADD COLUMN "tenant_id" uuid;--> statement-breakpoint
ALTER TABLE "memory_block_versions" ADD COLUMN "tenant_id" uuid;--> statement-breakpoint
ALTER TABLE "memory_blocks" ADD COLUMN "tenant_id" uuid;--> statement-breakpoint
ALTER TABLE "workspace_tallies" ADD COLUMN "tenant_id" uuid;--> statement-breakpoint
ALTER TABLE "job_items" ADD COLUMN "tenant_id" uuid;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "tenant_id" uuid;--> statement-breakpoint
ALTER TABLE "memory_block_embeddings" ADD COLUMN "tenant_id" uuid;--> statement-breakpoint
ALTER TABLE "memory_block_fingerprints" ADD COLUMN "tenant_id" uuid;--> statement-breakpoint
ALTER TABLE "optimization_runs" ADD COLUMN "tenant_id" uuid;--> statement-breakpoint
ALTER TABLE "retrieval_events" ADD COLUMN "tenant_id" uuid;--> statement-breakpoint
ALTER TABLE "pinned_questions" ADD COLUMN "tenant_id" uuid;--> statement-breakpoint
ALTER TABLE "pinned_views" ADD COLUMN "tenant_id" uuid;--> statement-breakpoint
ALTER TABLE "review_proposals" ADD COLUMN "tenant_id" uuid;--> statement-breakpoint
ALTER TABLE "saved_views" ADD COLUMN "tenant_id" uuid;--> statement-breakpoint
ALTER TABLE "secret_findings" ADD COLUMN "tenant_id" uuid;--> statement-breakpoint
ALTER TABLE "secret_policies" ADD COLUMN "tenant_id" uuid;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "tenant_id" uuid;
--> statement-breakpoint
-- Rows of today are filled by the service while it serves: a migration would hold up every write until the last one is done.
CREATE FUNCTION hindsight_set_tenant() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
declare
  public_tenant constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  -- The lock waits for a move of the row that this one belongs to, and holds up the next move until this one can be seen. What is not
  -- there is refused by the foreign key, not here.
  case tg_argv[0]
    when 'owner_user_id' then new.tenant_id := coalesce(new.organization_id, new.owner_user_id, public_tenant);
    when 'user_id' then new.tenant_id := coalesce(new.organization_id, new.user_id);
    when 'actor_user_id' then new.tenant_id := coalesce(new.organization_id, new.actor_user_id);
    when 'memory_block_id' then
      select coalesce(organization_id, owner_user_id, public_tenant) into new.tenant_id from memory_blocks where id = new.memory_block_id for key share;
    when 'job_id' then
      select coalesce(organization_id, user_id) into new.tenant_id from jobs where id = new.job_id for key share;
    when 'first_id' then
      select coalesce(organization_id, owner_user_id, public_tenant) into new.tenant_id from keywords where id = new.first_id for key share;
  end case;
  new.tenant_id := coalesce(new.tenant_id, public_tenant);
  return new;
end $$;
--> statement-breakpoint
-- What belongs to a row that moves moves with it.
CREATE FUNCTION hindsight_move_tenant() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
begin
  case tg_table_name
    when 'memory_blocks' then
      update memory_block_versions set tenant_id = new.tenant_id where memory_block_id = new.id;
      update memory_block_feedback set tenant_id = new.tenant_id where memory_block_id = new.id;
      update memory_block_keywords set tenant_id = new.tenant_id where memory_block_id = new.id;
      update memory_block_fingerprints set tenant_id = new.tenant_id where memory_block_id = new.id;
      update memory_block_embeddings set tenant_id = new.tenant_id where memory_block_id = new.id;
      update retrieval_events set tenant_id = new.tenant_id where memory_block_id = new.id;
    when 'keywords' then
      update keyword_distinctions set tenant_id = new.tenant_id where first_id = new.id;
    when 'jobs' then
      update job_items set tenant_id = new.tenant_id where job_id = new.id;
  end case;
  return null;
end $$;
--> statement-breakpoint
DO $$
declare
  owned record;
begin
  for owned in select * from (values
    ('agents', 'owner_user_id'), ('memory_blocks', 'owner_user_id'), ('keywords', 'owner_user_id'), ('keyword_changes', 'owner_user_id'),
    ('consolidation_suggestions', 'owner_user_id'), ('review_proposals', 'owner_user_id'), ('secret_findings', 'owner_user_id'),
    ('secret_policies', 'owner_user_id'), ('optimization_runs', 'owner_user_id'), ('bulk_edits', 'owner_user_id'),
    ('pinned_questions', 'owner_user_id'), ('saved_views', 'owner_user_id'), ('workspace_tallies', 'owner_user_id'),
    ('pinned_views', 'user_id'), ('visits', 'user_id'), ('jobs', 'user_id'), ('agent_activity', 'user_id'), ('audits', 'actor_user_id')
  ) as t (name, person) loop
    execute format('create trigger %I before insert or update on %I for each row
      when (new.tenant_id is distinct from coalesce(new.organization_id, new.%I, ''00000000-0000-0000-0000-000000000000''))
      execute function hindsight_set_tenant(%L)', owned.name || '_tenant', owned.name, owned.person, owned.person);
    -- Not checked for the rows of today: that would read them all under a lock.
    execute format('alter table %I add constraint %I check
      (tenant_id is not distinct from coalesce(organization_id, %I, ''00000000-0000-0000-0000-000000000000'')) not valid',
      owned.name, owned.name || '_tenant_check', owned.person);
  end loop;
  for owned in select * from (values
    ('memory_block_versions', 'memory_block_id'), ('memory_block_feedback', 'memory_block_id'), ('memory_block_keywords', 'memory_block_id'),
    ('memory_block_fingerprints', 'memory_block_id'), ('memory_block_embeddings', 'memory_block_id'), ('retrieval_events', 'memory_block_id'),
    ('job_items', 'job_id'), ('keyword_distinctions', 'first_id')
  ) as t (name, parent) loop
    execute format('create trigger %I before insert or update on %I for each row execute function hindsight_set_tenant(%L)',
      owned.name || '_tenant', owned.name, owned.parent);
    execute format('alter table %I add constraint %I check (tenant_id is not null) not valid', owned.name, owned.name || '_tenant_check');
  end loop;
end $$;
--> statement-breakpoint
CREATE TRIGGER memory_blocks_tenant_move AFTER UPDATE OF owner_user_id, organization_id ON memory_blocks FOR EACH ROW
  WHEN ((old.owner_user_id, old.organization_id) IS DISTINCT FROM (new.owner_user_id, new.organization_id)) EXECUTE FUNCTION hindsight_move_tenant();
--> statement-breakpoint
CREATE TRIGGER keywords_tenant_move AFTER UPDATE OF owner_user_id, organization_id ON keywords FOR EACH ROW
  WHEN ((old.owner_user_id, old.organization_id) IS DISTINCT FROM (new.owner_user_id, new.organization_id)) EXECUTE FUNCTION hindsight_move_tenant();
--> statement-breakpoint
CREATE TRIGGER jobs_tenant_move AFTER UPDATE OF user_id, organization_id ON jobs FOR EACH ROW
  WHEN ((old.user_id, old.organization_id) IS DISTINCT FROM (new.user_id, new.organization_id)) EXECUTE FUNCTION hindsight_move_tenant();
