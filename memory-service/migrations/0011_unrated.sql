-- A memory block without feedback has no score, instead of the worst one.
DROP INDEX "memory_blocks_organization_feedback_idx";--> statement-breakpoint
ALTER TABLE "memory_blocks" ALTER COLUMN "feedback_score" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "memory_blocks" ALTER COLUMN "feedback_score" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "workspace_tallies" ADD COLUMN "rated" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- Counters also say how many blocks have feedback.
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
          or side.created_at <> other.created_at or side.search_text <> other.search_text)::int as changes
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
-- The counters are corrected below; the triggers would compare both versions of every text.
ALTER TABLE memory_blocks DISABLE TRIGGER USER;
--> statement-breakpoint
UPDATE memory_blocks SET feedback_score = NULL WHERE feedback_score = 0
  AND NOT EXISTS (SELECT 1 FROM memory_block_feedback AS given WHERE given.memory_block_id = memory_blocks.id);
--> statement-breakpoint
ALTER TABLE memory_blocks ENABLE TRIGGER USER;
--> statement-breakpoint
INSERT INTO workspace_tallies (visibility_scope, owner_user_id, organization_id, agent_id, rated, changes)
SELECT visibility_scope, owner_user_id, organization_id, agent_id, count(feedback_score) filter (where not archived), 1
FROM memory_blocks GROUP BY visibility_scope, owner_user_id, organization_id, agent_id;
