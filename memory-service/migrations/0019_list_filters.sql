CREATE TABLE "memory_block_usage" (
	"memory_block_id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"archived" boolean NOT NULL,
	"retrieval_count" integer NOT NULL,
	"last_retrieved_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "memory_block_feedback" ADD COLUMN "problem" varchar(20);--> statement-breakpoint
ALTER TABLE "memory_blocks" ADD COLUMN "origin" varchar(20);--> statement-breakpoint
ALTER TABLE "memory_blocks" ADD COLUMN "problem" varchar(20);--> statement-breakpoint
ALTER TABLE "memory_block_usage" ADD CONSTRAINT "memory_block_usage_memory_block_id_memory_blocks_id_fk" FOREIGN KEY ("memory_block_id") REFERENCES "public"."memory_blocks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "memory_block_usage_count_idx" ON "memory_block_usage" USING btree ("tenant_id","retrieval_count" DESC NULLS FIRST,"memory_block_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "memory_block_usage_last_idx" ON "memory_block_usage" USING btree ("tenant_id","last_retrieved_at" DESC NULLS FIRST) WHERE last_retrieved_at is not null;
--> statement-breakpoint
-- Columns that were added since the view was made.
CREATE OR REPLACE VIEW readable_memory_blocks AS SELECT * FROM memory_blocks WHERE ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('read'))::uuid[]))
    or visibility_scope = 'public');
--> statement-breakpoint
-- What is known of blocks from before: merges name their originals, imports are in the audit trail.
UPDATE memory_blocks SET origin = 'model' WHERE metadata ? 'merged_from' OR metadata ? 'consolidated_from';
--> statement-breakpoint
UPDATE memory_blocks SET origin = 'import' FROM audits AS event
WHERE event.target_type = 'memory_block' AND event.target_id = memory_blocks.id AND event.action_type = 'memory_create'
  AND event.metadata ->> 'imported' = 'true' AND memory_blocks.origin IS NULL;
--> statement-breakpoint
-- Agents marked memories by the beginning of their words.
UPDATE memory_block_feedback SET problem = substring(details from '^(wrong|outdated): ')
WHERE feedback_type = 'negative' AND details ~ '^(wrong|outdated): ';
--> statement-breakpoint
UPDATE memory_blocks SET problem = marked.problem FROM (
  SELECT DISTINCT ON (memory_block_id) memory_block_id, problem FROM memory_block_feedback WHERE problem IS NOT NULL
  ORDER BY memory_block_id, created_at DESC
) AS marked WHERE marked.memory_block_id = memory_blocks.id;
--> statement-breakpoint
-- A change of any kind but a retrieval changes what lists show.
CREATE OR REPLACE FUNCTION hindsight_tally_blocks() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
begin
  if tg_op = 'INSERT' then
    insert into workspace_tallies (visibility_scope, owner_user_id, organization_id, agent_id, active, archived, retrievals, feedback, rated, high, medium, changes)
    select visibility_scope, owner_user_id, organization_id, agent_id,
      count(*) filter (where not archived), count(*) filter (where archived),
      coalesce(sum(retrieval_count) filter (where not archived), 0), coalesce(sum(feedback_score) filter (where not archived), 0),
      count(feedback_score) filter (where not archived),
      count(*) filter (where not archived and feedback_score >= 80),
      count(*) filter (where not archived and feedback_score between 60 and 79), count(*)
    from added group by visibility_scope, owner_user_id, organization_id, agent_id;
  elsif tg_op = 'DELETE' then
    insert into workspace_tallies (visibility_scope, owner_user_id, organization_id, agent_id, active, archived, retrievals, feedback, rated, high, medium, changes)
    select visibility_scope, owner_user_id, organization_id, agent_id,
      -count(*) filter (where not archived), -count(*) filter (where archived),
      -coalesce(sum(retrieval_count) filter (where not archived), 0), -coalesce(sum(feedback_score) filter (where not archived), 0),
      -count(feedback_score) filter (where not archived),
      -count(*) filter (where not archived and feedback_score >= 80),
      -count(*) filter (where not archived and feedback_score between 60 and 79), count(*)
    from removed group by visibility_scope, owner_user_id, organization_id, agent_id;
  else
    insert into workspace_tallies (visibility_scope, owner_user_id, organization_id, agent_id, active, archived, retrievals, feedback, rated, high, medium, changes)
    select visibility_scope, owner_user_id, organization_id, agent_id, sum(active), sum(inactive), sum(retrievals), sum(feedback), sum(rated), sum(high), sum(medium), sum(changes)
    from (
      select side.visibility_scope, side.owner_user_id, side.organization_id, side.agent_id,
        side.sign * (not side.archived)::int as active, side.sign * side.archived::int as inactive,
        side.sign * (not side.archived)::int * side.retrieval_count as retrievals,
        side.sign * (not side.archived)::int * coalesce(side.feedback_score, 0) as feedback,
        side.sign * (not side.archived and side.feedback_score is not null)::int as rated,
        side.sign * (not side.archived and coalesce(side.feedback_score, 0) >= 80)::int as high,
        side.sign * (not side.archived and coalesce(side.feedback_score, 0) between 60 and 79)::int as medium,
        -- Having been read changes no list, no search and no text.
        (side.archived <> other.archived or side.archived_at is distinct from other.archived_at
          or side.visibility_scope <> other.visibility_scope or side.owner_user_id is distinct from other.owner_user_id
          or side.organization_id is distinct from other.organization_id or side.agent_id <> other.agent_id
          or side.conversation_id <> other.conversation_id or side.feedback_score is distinct from other.feedback_score
          or side.created_at <> other.created_at or side.updated_at <> other.updated_at or side.problem is distinct from other.problem or side.search_text <> other.search_text)::int as changes
      from (select 1 as sign, after.* from after union all select -1, before.* from before) as side
      join (select -1 as sign, before.* from before union all select 1, after.* from after) as other
        on other.id = side.id and other.sign = -side.sign
    ) as difference
    group by visibility_scope, owner_user_id, organization_id, agent_id
    having sum(active) <> 0 or sum(inactive) <> 0 or sum(retrievals) <> 0 or sum(feedback) <> 0 or sum(rated) <> 0 or sum(high) <> 0 or sum(medium) <> 0 or sum(changes) <> 0;
  end if;
  return null;
end $$;
--> statement-breakpoint
-- Most rows, before the triggers hold up writes.
INSERT INTO memory_block_usage (memory_block_id, tenant_id, archived, retrieval_count, last_retrieved_at)
SELECT block.id, coalesce(block.organization_id, block.owner_user_id, '00000000-0000-0000-0000-000000000000'), block.archived, block.retrieval_count, (
  SELECT max(event.created_at) FROM retrieval_events AS event WHERE event.memory_block_id = block.id
) FROM memory_blocks AS block;
--> statement-breakpoint
CREATE FUNCTION hindsight_add_usage() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
begin
  insert into memory_block_usage (memory_block_id, tenant_id, archived, retrieval_count)
  select id, coalesce(organization_id, owner_user_id, '00000000-0000-0000-0000-000000000000'), archived, retrieval_count from added;
  return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION hindsight_change_usage() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
begin
  update memory_block_usage set tenant_id = coalesce(new.organization_id, new.owner_user_id, '00000000-0000-0000-0000-000000000000'),
    archived = new.archived, retrieval_count = new.retrieval_count
  where memory_block_id = new.id;
  return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION hindsight_note_retrievals() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
begin
  update memory_block_usage as usage set last_retrieved_at = greatest(usage.last_retrieved_at, latest.at)
  from (select memory_block_id, max(created_at) as at from added group by memory_block_id) as latest
  where usage.memory_block_id = latest.memory_block_id;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER memory_blocks_usage_insert AFTER INSERT ON memory_blocks REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION hindsight_add_usage();
--> statement-breakpoint
CREATE TRIGGER memory_blocks_usage_update AFTER UPDATE OF retrieval_count, archived, owner_user_id, organization_id ON memory_blocks FOR EACH ROW WHEN (
    (old.retrieval_count, old.archived, old.owner_user_id, old.organization_id)
    IS DISTINCT FROM (new.retrieval_count, new.archived, new.owner_user_id, new.organization_id)
  ) EXECUTE FUNCTION hindsight_change_usage();
--> statement-breakpoint
CREATE TRIGGER retrieval_events_usage_insert AFTER INSERT ON retrieval_events REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION hindsight_note_retrievals();
--> statement-breakpoint
-- What was written meanwhile.
INSERT INTO memory_block_usage (memory_block_id, tenant_id, archived, retrieval_count, last_retrieved_at)
SELECT block.id, coalesce(block.organization_id, block.owner_user_id, '00000000-0000-0000-0000-000000000000'), block.archived, block.retrieval_count, (
  SELECT max(event.created_at) FROM retrieval_events AS event WHERE event.memory_block_id = block.id
) FROM memory_blocks AS block
WHERE NOT EXISTS (SELECT 1 FROM memory_block_usage AS usage WHERE usage.memory_block_id = block.id);
--> statement-breakpoint
UPDATE memory_block_usage AS usage SET tenant_id = coalesce(block.organization_id, block.owner_user_id, '00000000-0000-0000-0000-000000000000'), archived = block.archived, retrieval_count = block.retrieval_count
FROM memory_blocks AS block WHERE block.id = usage.memory_block_id AND (usage.tenant_id, usage.archived, usage.retrieval_count)
  IS DISTINCT FROM (coalesce(block.organization_id, block.owner_user_id, '00000000-0000-0000-0000-000000000000'), block.archived, block.retrieval_count);
--> statement-breakpoint
ALTER TABLE memory_block_usage ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY memory_block_usage_read ON memory_block_usage FOR SELECT USING ((select hindsight_kind()) = 'superadmin'
    or (tenant_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or tenant_id = any ((select hindsight_organizations('read'))::uuid[])
    or tenant_id = '00000000-0000-0000-0000-000000000000');
--> statement-breakpoint
-- The same rows for queries whose conditions go by an index.
CREATE VIEW readable_memory_block_usage AS SELECT * FROM memory_block_usage WHERE ((select hindsight_kind()) = 'superadmin'
    or (tenant_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or tenant_id = any ((select hindsight_organizations('read'))::uuid[])
    or tenant_id = '00000000-0000-0000-0000-000000000000');
