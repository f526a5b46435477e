CREATE TABLE "language_model_usage" (
	"day" date PRIMARY KEY NOT NULL,
	"tokens" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspace_tallies" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"visibility_scope" "visibility_scope" NOT NULL,
	"owner_user_id" uuid,
	"organization_id" uuid,
	"agent_id" uuid NOT NULL,
	"active" bigint DEFAULT 0 NOT NULL,
	"archived" bigint DEFAULT 0 NOT NULL,
	"retrievals" bigint DEFAULT 0 NOT NULL,
	"feedback" bigint DEFAULT 0 NOT NULL,
	"high" bigint DEFAULT 0 NOT NULL,
	"medium" bigint DEFAULT 0 NOT NULL,
	"changes" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "external_subject" varchar(255);--> statement-breakpoint
CREATE INDEX "workspace_tallies_organization_idx" ON "workspace_tallies" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "workspace_tallies_owner_idx" ON "workspace_tallies" USING btree ("owner_user_id");--> statement-breakpoint
CREATE INDEX "workspace_tallies_public_idx" ON "workspace_tallies" USING btree ("agent_id") WHERE visibility_scope = 'public';--> statement-breakpoint
CREATE UNIQUE INDEX "users_external_subject_key" ON "users" USING btree ("external_subject");
--> statement-breakpoint
DROP INDEX memory_blocks_search_text_idx;
--> statement-breakpoint
-- The lower-cased text that "contains" looks at, stored: comparing it is many times cheaper than putting it together for each row.
ALTER TABLE memory_blocks ADD COLUMN search_text text GENERATED ALWAYS AS (lower(
	content || E'\n' || coalesce(lessons_learned, '') || E'\n' || coalesce(errors, '') || E'\n' || coalesce(metadata::text, '')
	|| E'\n' || id::text || E'\n' || agent_id::text || E'\n' || conversation_id::text
)) STORED;
--> statement-breakpoint
CREATE INDEX memory_blocks_search_text_idx ON memory_blocks USING gin (search_text gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX agents_name_trigram_idx ON agents USING gin (name gin_trgm_ops);
--> statement-breakpoint
-- Tallies: each statement adds the difference that it makes, as rows of its own. Nobody waits for anybody, and whatever is
-- rolled back is not counted.
CREATE FUNCTION hindsight_tally_blocks() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
begin
  if tg_op = 'INSERT' then
    insert into workspace_tallies (visibility_scope, owner_user_id, organization_id, agent_id, active, archived, retrievals, feedback, high, medium, changes)
    select visibility_scope, owner_user_id, organization_id, agent_id,
      count(*) filter (where not archived), count(*) filter (where archived),
      coalesce(sum(retrieval_count) filter (where not archived), 0), coalesce(sum(feedback_score) filter (where not archived), 0),
      count(*) filter (where not archived and feedback_score >= 80),
      count(*) filter (where not archived and feedback_score between 60 and 79), count(*)
    from added group by visibility_scope, owner_user_id, organization_id, agent_id;
  elsif tg_op = 'DELETE' then
    insert into workspace_tallies (visibility_scope, owner_user_id, organization_id, agent_id, active, archived, retrievals, feedback, high, medium, changes)
    select visibility_scope, owner_user_id, organization_id, agent_id,
      -count(*) filter (where not archived), -count(*) filter (where archived),
      -coalesce(sum(retrieval_count) filter (where not archived), 0), -coalesce(sum(feedback_score) filter (where not archived), 0),
      -count(*) filter (where not archived and feedback_score >= 80),
      -count(*) filter (where not archived and feedback_score between 60 and 79), count(*)
    from removed group by visibility_scope, owner_user_id, organization_id, agent_id;
  else
    insert into workspace_tallies (visibility_scope, owner_user_id, organization_id, agent_id, active, archived, retrievals, feedback, high, medium, changes)
    select visibility_scope, owner_user_id, organization_id, agent_id, sum(active), sum(inactive), sum(retrievals), sum(feedback), sum(high), sum(medium), sum(changes)
    from (
      select side.visibility_scope, side.owner_user_id, side.organization_id, side.agent_id,
        side.sign * (not side.archived)::int as active, side.sign * side.archived::int as inactive,
        side.sign * (not side.archived)::int * side.retrieval_count as retrievals,
        side.sign * (not side.archived)::int * side.feedback_score as feedback,
        side.sign * (not side.archived and side.feedback_score >= 80)::int as high,
        side.sign * (not side.archived and side.feedback_score between 60 and 79)::int as medium,
        -- Having been read changes no list, no search and no text.
        (side.archived <> other.archived or side.archived_at is distinct from other.archived_at
          or side.visibility_scope <> other.visibility_scope or side.owner_user_id is distinct from other.owner_user_id
          or side.organization_id is distinct from other.organization_id or side.agent_id <> other.agent_id
          or side.conversation_id <> other.conversation_id or side.feedback_score <> other.feedback_score
          or side.created_at <> other.created_at or side.search_text <> other.search_text)::int as changes
      from (select 1 as sign, after.* from after union all select -1, before.* from before) as side
      join (select -1 as sign, before.* from before union all select 1, after.* from after) as other
        on other.id = side.id and other.sign = -side.sign
    ) as difference
    group by visibility_scope, owner_user_id, organization_id, agent_id
    having sum(active) <> 0 or sum(inactive) <> 0 or sum(retrievals) <> 0 or sum(feedback) <> 0 or sum(high) <> 0 or sum(medium) <> 0 or sum(changes) <> 0;
  end if;
  return null;
end $$;
--> statement-breakpoint
-- Links change no number, but what a summary of keywords says.
CREATE FUNCTION hindsight_tally_links() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
begin
  insert into workspace_tallies (visibility_scope, owner_user_id, organization_id, agent_id, changes)
  select visibility_scope, owner_user_id, organization_id, agent_id, count(*)
  from touched join memory_blocks on memory_blocks.id = touched.memory_block_id
  group by visibility_scope, owner_user_id, organization_id, agent_id;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER memory_blocks_tally_insert AFTER INSERT ON memory_blocks REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION hindsight_tally_blocks();
--> statement-breakpoint
CREATE TRIGGER memory_blocks_tally_update AFTER UPDATE ON memory_blocks REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION hindsight_tally_blocks();
--> statement-breakpoint
CREATE TRIGGER memory_blocks_tally_delete AFTER DELETE ON memory_blocks REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION hindsight_tally_blocks();
--> statement-breakpoint
CREATE TRIGGER memory_block_keywords_tally_insert AFTER INSERT ON memory_block_keywords REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_tally_links();
--> statement-breakpoint
CREATE TRIGGER memory_block_keywords_tally_delete AFTER DELETE ON memory_block_keywords REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_tally_links();
--> statement-breakpoint
INSERT INTO workspace_tallies (visibility_scope, owner_user_id, organization_id, agent_id, active, archived, retrievals, feedback, high, medium, changes)
SELECT visibility_scope, owner_user_id, organization_id, agent_id,
  count(*) filter (where not archived), count(*) filter (where archived),
  coalesce(sum(retrieval_count) filter (where not archived), 0), coalesce(sum(feedback_score) filter (where not archived), 0),
  count(*) filter (where not archived and feedback_score >= 80),
  count(*) filter (where not archived and feedback_score between 60 and 79), count(*)
FROM memory_blocks GROUP BY visibility_scope, owner_user_id, organization_id, agent_id;
--> statement-breakpoint
-- What a transaction may read, as views: the same wall as the policies, but its conditions are the planner's to combine with
-- those of the query, so that searches below the wall go by their indexes on every server.
CREATE VIEW readable_memory_blocks AS SELECT * FROM memory_blocks WHERE ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('read'))::uuid[]))
    or visibility_scope = 'public');
--> statement-breakpoint
CREATE VIEW readable_agents AS SELECT * FROM agents WHERE ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('read'))::uuid[]))
    or visibility_scope = 'public');
--> statement-breakpoint
CREATE VIEW readable_memory_block_keywords AS SELECT link.* FROM memory_block_keywords AS link
  JOIN memory_blocks AS block ON block.id = link.memory_block_id WHERE ((select hindsight_kind()) = 'superadmin'
    or (block.visibility_scope = 'personal' and block.owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or (block.visibility_scope = 'organization' and block.organization_id = any ((select hindsight_organizations('read'))::uuid[]))
    or block.visibility_scope = 'public');
--> statement-breakpoint
CREATE VIEW readable_memory_block_embeddings AS SELECT embedding.* FROM memory_block_embeddings AS embedding
  JOIN memory_blocks AS block ON block.id = embedding.memory_block_id WHERE ((select hindsight_kind()) = 'superadmin'
    or (block.visibility_scope = 'personal' and block.owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or (block.visibility_scope = 'organization' and block.organization_id = any ((select hindsight_organizations('read'))::uuid[]))
    or block.visibility_scope = 'public');
--> statement-breakpoint
CREATE VIEW readable_memory_block_fingerprints AS SELECT print.* FROM memory_block_fingerprints AS print
  JOIN memory_blocks AS block ON block.id = print.memory_block_id WHERE ((select hindsight_kind()) = 'superadmin'
    or (block.visibility_scope = 'personal' and block.owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or (block.visibility_scope = 'organization' and block.organization_id = any ((select hindsight_organizations('read'))::uuid[]))
    or block.visibility_scope = 'public');
--> statement-breakpoint
-- More facts about whom a transaction runs for.
CREATE FUNCTION hindsight_fact(name text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$ select coalesce(current_setting('hindsight.' || name, true), '') $$;
--> statement-breakpoint
ALTER TABLE workspace_tallies ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace_tallies_read ON workspace_tallies FOR SELECT USING ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('read'))::uuid[]))
    or visibility_scope = 'public');
--> statement-breakpoint
ALTER TABLE memory_block_keywords ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY memory_block_keywords_read ON memory_block_keywords FOR SELECT USING (exists (select 1 from memory_blocks where memory_blocks.id = memory_block_keywords.memory_block_id));
--> statement-breakpoint
CREATE POLICY memory_block_keywords_insert ON memory_block_keywords FOR INSERT WITH CHECK (exists (select 1 from memory_blocks where memory_blocks.id = memory_block_keywords.memory_block_id and ((select hindsight_kind()) = 'superadmin'
    or (memory_blocks.visibility_scope = 'personal' and memory_blocks.owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select hindsight_fact('writes')) = 'yes')
    or (memory_blocks.visibility_scope = 'organization' and memory_blocks.organization_id = any ((select hindsight_organizations('write'))::uuid[])))));
--> statement-breakpoint
CREATE POLICY memory_block_keywords_update ON memory_block_keywords FOR UPDATE USING (exists (select 1 from memory_blocks where memory_blocks.id = memory_block_keywords.memory_block_id and ((select hindsight_kind()) = 'superadmin'
    or (memory_blocks.visibility_scope = 'personal' and memory_blocks.owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select hindsight_fact('writes')) = 'yes')
    or (memory_blocks.visibility_scope = 'organization' and memory_blocks.organization_id = any ((select hindsight_organizations('write'))::uuid[]))))) WITH CHECK (exists (select 1 from memory_blocks where memory_blocks.id = memory_block_keywords.memory_block_id and ((select hindsight_kind()) = 'superadmin'
    or (memory_blocks.visibility_scope = 'personal' and memory_blocks.owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select hindsight_fact('writes')) = 'yes')
    or (memory_blocks.visibility_scope = 'organization' and memory_blocks.organization_id = any ((select hindsight_organizations('write'))::uuid[])))));
--> statement-breakpoint
CREATE POLICY memory_block_keywords_delete ON memory_block_keywords FOR DELETE USING (exists (select 1 from memory_blocks where memory_blocks.id = memory_block_keywords.memory_block_id and ((select hindsight_kind()) = 'superadmin'
    or (memory_blocks.visibility_scope = 'personal' and memory_blocks.owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select hindsight_fact('writes')) = 'yes')
    or (memory_blocks.visibility_scope = 'organization' and memory_blocks.organization_id = any ((select hindsight_organizations('write'))::uuid[])))));
--> statement-breakpoint
ALTER TABLE memory_block_fingerprints ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY memory_block_fingerprints_read ON memory_block_fingerprints FOR SELECT USING (exists (select 1 from memory_blocks where memory_blocks.id = memory_block_fingerprints.memory_block_id));
--> statement-breakpoint
CREATE POLICY memory_block_fingerprints_insert ON memory_block_fingerprints FOR INSERT WITH CHECK (exists (select 1 from memory_blocks where memory_blocks.id = memory_block_fingerprints.memory_block_id and ((select hindsight_kind()) = 'superadmin'
    or (memory_blocks.visibility_scope = 'personal' and memory_blocks.owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select hindsight_fact('writes')) = 'yes')
    or (memory_blocks.visibility_scope = 'organization' and memory_blocks.organization_id = any ((select hindsight_organizations('write'))::uuid[])))));
--> statement-breakpoint
CREATE POLICY memory_block_fingerprints_update ON memory_block_fingerprints FOR UPDATE USING (exists (select 1 from memory_blocks where memory_blocks.id = memory_block_fingerprints.memory_block_id and ((select hindsight_kind()) = 'superadmin'
    or (memory_blocks.visibility_scope = 'personal' and memory_blocks.owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select hindsight_fact('writes')) = 'yes')
    or (memory_blocks.visibility_scope = 'organization' and memory_blocks.organization_id = any ((select hindsight_organizations('write'))::uuid[]))))) WITH CHECK (exists (select 1 from memory_blocks where memory_blocks.id = memory_block_fingerprints.memory_block_id and ((select hindsight_kind()) = 'superadmin'
    or (memory_blocks.visibility_scope = 'personal' and memory_blocks.owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select hindsight_fact('writes')) = 'yes')
    or (memory_blocks.visibility_scope = 'organization' and memory_blocks.organization_id = any ((select hindsight_organizations('write'))::uuid[])))));
--> statement-breakpoint
CREATE POLICY memory_block_fingerprints_delete ON memory_block_fingerprints FOR DELETE USING (exists (select 1 from memory_blocks where memory_blocks.id = memory_block_fingerprints.memory_block_id and ((select hindsight_kind()) = 'superadmin'
    or (memory_blocks.visibility_scope = 'personal' and memory_blocks.owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select hindsight_fact('writes')) = 'yes')
    or (memory_blocks.visibility_scope = 'organization' and memory_blocks.organization_id = any ((select hindsight_organizations('write'))::uuid[])))));
--> statement-breakpoint
ALTER TABLE memory_block_embeddings ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY memory_block_embeddings_read ON memory_block_embeddings FOR SELECT USING (exists (select 1 from memory_blocks where memory_blocks.id = memory_block_embeddings.memory_block_id));
--> statement-breakpoint
CREATE POLICY memory_block_embeddings_insert ON memory_block_embeddings FOR INSERT WITH CHECK (exists (select 1 from memory_blocks where memory_blocks.id = memory_block_embeddings.memory_block_id and ((select hindsight_kind()) = 'superadmin'
    or (memory_blocks.visibility_scope = 'personal' and memory_blocks.owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select hindsight_fact('writes')) = 'yes')
    or (memory_blocks.visibility_scope = 'organization' and memory_blocks.organization_id = any ((select hindsight_organizations('write'))::uuid[])))));
--> statement-breakpoint
CREATE POLICY memory_block_embeddings_update ON memory_block_embeddings FOR UPDATE USING (exists (select 1 from memory_blocks where memory_blocks.id = memory_block_embeddings.memory_block_id and ((select hindsight_kind()) = 'superadmin'
    or (memory_blocks.visibility_scope = 'personal' and memory_blocks.owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select hindsight_fact('writes')) = 'yes')
    or (memory_blocks.visibility_scope = 'organization' and memory_blocks.organization_id = any ((select hindsight_organizations('write'))::uuid[]))))) WITH CHECK (exists (select 1 from memory_blocks where memory_blocks.id = memory_block_embeddings.memory_block_id and ((select hindsight_kind()) = 'superadmin'
    or (memory_blocks.visibility_scope = 'personal' and memory_blocks.owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select hindsight_fact('writes')) = 'yes')
    or (memory_blocks.visibility_scope = 'organization' and memory_blocks.organization_id = any ((select hindsight_organizations('write'))::uuid[])))));
--> statement-breakpoint
CREATE POLICY memory_block_embeddings_delete ON memory_block_embeddings FOR DELETE USING (exists (select 1 from memory_blocks where memory_blocks.id = memory_block_embeddings.memory_block_id and ((select hindsight_kind()) = 'superadmin'
    or (memory_blocks.visibility_scope = 'personal' and memory_blocks.owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select hindsight_fact('writes')) = 'yes')
    or (memory_blocks.visibility_scope = 'organization' and memory_blocks.organization_id = any ((select hindsight_organizations('write'))::uuid[])))));
--> statement-breakpoint
ALTER TABLE jobs ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY jobs_own ON jobs USING (user_id = (select hindsight_user())) WITH CHECK (user_id = (select hindsight_user()));
--> statement-breakpoint
ALTER TABLE job_items ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY job_items_own ON job_items USING (exists (select 1 from jobs where jobs.id = job_items.job_id)) WITH CHECK (exists (select 1 from jobs where jobs.id = job_items.job_id));
--> statement-breakpoint
ALTER TABLE memberships ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY memberships_read ON memberships FOR SELECT USING ((select hindsight_kind()) = 'superadmin' or user_id = (select hindsight_user()) or organization_id = any ((select hindsight_organizations('member'))::uuid[]));
--> statement-breakpoint
-- One enters an organization that one made or is invited to; those who manage it add others.
CREATE POLICY memberships_insert ON memberships FOR INSERT WITH CHECK ((select hindsight_kind()) = 'superadmin' or organization_id = any ((select hindsight_organizations('manage'))::uuid[])
    or (user_id = (select hindsight_user()) and (exists (select 1 from organizations where organizations.id = memberships.organization_id and organizations.created_by = (select hindsight_user()))
      or exists (select 1 from invitations where invitations.organization_id = memberships.organization_id and invitations.email = (select hindsight_fact('email'))))));
--> statement-breakpoint
CREATE POLICY memberships_update ON memberships FOR UPDATE USING ((select hindsight_kind()) = 'superadmin' or organization_id = any ((select hindsight_organizations('manage'))::uuid[])) WITH CHECK ((select hindsight_kind()) = 'superadmin' or organization_id = any ((select hindsight_organizations('manage'))::uuid[]));
--> statement-breakpoint
CREATE POLICY memberships_delete ON memberships FOR DELETE USING ((select hindsight_kind()) = 'superadmin' or organization_id = any ((select hindsight_organizations('manage'))::uuid[]));
--> statement-breakpoint
ALTER TABLE invitations ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY invitations_read ON invitations FOR SELECT USING ((select hindsight_kind()) = 'superadmin' or organization_id = any ((select hindsight_organizations('manage'))::uuid[]) or email = (select hindsight_fact('email')));
--> statement-breakpoint
CREATE POLICY invitations_insert ON invitations FOR INSERT WITH CHECK ((select hindsight_kind()) = 'superadmin' or organization_id = any ((select hindsight_organizations('manage'))::uuid[]));
--> statement-breakpoint
CREATE POLICY invitations_update ON invitations FOR UPDATE USING ((select hindsight_kind()) = 'superadmin' or organization_id = any ((select hindsight_organizations('manage'))::uuid[]) or email = (select hindsight_fact('email'))) WITH CHECK ((select hindsight_kind()) = 'superadmin' or organization_id = any ((select hindsight_organizations('manage'))::uuid[]) or email = (select hindsight_fact('email')));
--> statement-breakpoint
CREATE POLICY invitations_delete ON invitations FOR DELETE USING ((select hindsight_kind()) = 'superadmin' or organization_id = any ((select hindsight_organizations('manage'))::uuid[]));
--> statement-breakpoint
-- Whom an invitation is not for may know no more than that it exists, and only with both of its ids.
CREATE FUNCTION hindsight_invitation_exists(invitation uuid, organization uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
AS $$ select exists (select 1 from invitations where id = invitation and organization_id = organization) $$;
--> statement-breakpoint
ALTER TABLE notifications ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY notifications_read ON notifications FOR SELECT USING (user_id = (select hindsight_user()));
--> statement-breakpoint
-- People tell each other what they did; what was told is the other one's alone.
CREATE POLICY notifications_insert ON notifications FOR INSERT WITH CHECK ((select hindsight_user()) is not null);
--> statement-breakpoint
CREATE POLICY notifications_update ON notifications FOR UPDATE USING (user_id = (select hindsight_user())) WITH CHECK (user_id = (select hindsight_user()));
--> statement-breakpoint
CREATE POLICY notifications_delete ON notifications FOR DELETE USING (user_id = (select hindsight_user()));
--> statement-breakpoint
CREATE FUNCTION hindsight_forget_invitation(recipient uuid, invitation text) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public
AS $$ delete from notifications where user_id = recipient and event_type = 'org_invitation' and metadata ->> 'invitation_id' = invitation $$;
--> statement-breakpoint
ALTER TABLE notification_preferences ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY notification_preferences_own ON notification_preferences USING (user_id = (select hindsight_user())) WITH CHECK (user_id = (select hindsight_user()));
--> statement-breakpoint
-- Whoever tells somebody something must know how that person wants to hear of it, and nothing else of it.
CREATE FUNCTION hindsight_channels(recipient uuid) RETURNS TABLE (event_type notification_event_type, email_enabled boolean, in_app_enabled boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
AS $$ select event_type, email_enabled, in_app_enabled from notification_preferences where user_id = recipient $$;
--> statement-breakpoint
ALTER TABLE beta_access_requests ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY beta_access_requests_own ON beta_access_requests USING (user_id = (select hindsight_user()) or (select hindsight_fact('beta')) = 'admin') WITH CHECK (user_id = (select hindsight_user()) or (select hindsight_fact('beta')) = 'admin');
--> statement-breakpoint
ALTER TABLE audits ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY audits_read ON audits FOR SELECT USING ((select hindsight_kind()) = 'superadmin' or organization_id = any ((select hindsight_organizations('manage'))::uuid[])
    or ((select hindsight_fact('beta')) = 'admin' and target_type in ('beta_access_user', 'beta_access_request')));
--> statement-breakpoint
-- The trail is only added to, by whoever acts.
CREATE POLICY audits_insert ON audits FOR INSERT WITH CHECK (actor_user_id = (select hindsight_user()));
--> statement-breakpoint
ALTER TABLE mails ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY mails_read ON mails FOR SELECT USING (actor_user_id = (select hindsight_user()));
--> statement-breakpoint
CREATE POLICY mails_insert ON mails FOR INSERT WITH CHECK ((select hindsight_user()) is not null and coalesce(actor_user_id, (select hindsight_user())) = (select hindsight_user()));
--> statement-breakpoint
-- Nobody but the service itself needs these.
ALTER TABLE service_state ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE language_model_usage ENABLE ROW LEVEL SECURITY;
