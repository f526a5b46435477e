-- The second wall: whoever a transaction runs for (storage/wall.ts sets it) sees and writes the rows of these tables
-- that the rules allow, also when a query forgets its own condition. The service itself owns the tables and passes.
CREATE FUNCTION hindsight_kind() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$ select coalesce(current_setting('hindsight.kind', true), '') $$;
--> statement-breakpoint
CREATE FUNCTION hindsight_user() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS $$ select nullif(current_setting('hindsight.user', true), '')::uuid $$;
--> statement-breakpoint
CREATE FUNCTION hindsight_organizations(access text) RETURNS uuid[] LANGUAGE sql STABLE PARALLEL SAFE AS $$ select coalesce(nullif(current_setting('hindsight.' || access, true), ''), '{}')::uuid[] $$;
--> statement-breakpoint
ALTER TABLE agents ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY agents_read ON agents FOR SELECT USING ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('read'))::uuid[])) or visibility_scope = 'public');
--> statement-breakpoint
CREATE POLICY agents_insert ON agents FOR INSERT WITH CHECK ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select current_setting('hindsight.writes', true)) = 'yes')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('write'))::uuid[])));
--> statement-breakpoint
-- Locking a row needs this policy too, so that it is as wide as reading; the row that results decides.
CREATE POLICY agents_update ON agents FOR UPDATE USING ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('read'))::uuid[])) or visibility_scope = 'public')
  WITH CHECK ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select current_setting('hindsight.writes', true)) = 'yes')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('write'))::uuid[])));
--> statement-breakpoint
CREATE POLICY agents_delete ON agents FOR DELETE USING ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select current_setting('hindsight.writes', true)) = 'yes')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('write'))::uuid[])));
--> statement-breakpoint
ALTER TABLE memory_blocks ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY memory_blocks_read ON memory_blocks FOR SELECT USING ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('read'))::uuid[])) or visibility_scope = 'public');
--> statement-breakpoint
CREATE POLICY memory_blocks_insert ON memory_blocks FOR INSERT WITH CHECK ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select current_setting('hindsight.writes', true)) = 'yes')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('write'))::uuid[])));
--> statement-breakpoint
-- Locking a row needs this policy too, so that it is as wide as reading; the row that results decides.
CREATE POLICY memory_blocks_update ON memory_blocks FOR UPDATE USING ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('read'))::uuid[])) or visibility_scope = 'public')
  WITH CHECK ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select current_setting('hindsight.writes', true)) = 'yes')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('write'))::uuid[])));
--> statement-breakpoint
CREATE POLICY memory_blocks_delete ON memory_blocks FOR DELETE USING ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select current_setting('hindsight.writes', true)) = 'yes')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('write'))::uuid[])));
--> statement-breakpoint
ALTER TABLE keywords ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY keywords_read ON keywords FOR SELECT USING ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('read'))::uuid[])) or visibility_scope = 'public');
--> statement-breakpoint
CREATE POLICY keywords_insert ON keywords FOR INSERT WITH CHECK ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select current_setting('hindsight.writes', true)) = 'yes')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('write'))::uuid[])));
--> statement-breakpoint
-- Locking a row needs this policy too, so that it is as wide as reading; the row that results decides.
CREATE POLICY keywords_update ON keywords FOR UPDATE USING ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('read'))::uuid[])) or visibility_scope = 'public')
  WITH CHECK ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select current_setting('hindsight.writes', true)) = 'yes')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('write'))::uuid[])));
--> statement-breakpoint
CREATE POLICY keywords_delete ON keywords FOR DELETE USING ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select current_setting('hindsight.writes', true)) = 'yes')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('write'))::uuid[])));
--> statement-breakpoint
ALTER TABLE consolidation_suggestions ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY consolidation_suggestions_read ON consolidation_suggestions FOR SELECT USING ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('read'))::uuid[])) or visibility_scope = 'public');
--> statement-breakpoint
CREATE POLICY consolidation_suggestions_insert ON consolidation_suggestions FOR INSERT WITH CHECK ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select current_setting('hindsight.writes', true)) = 'yes')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('write'))::uuid[])));
--> statement-breakpoint
-- Locking a row needs this policy too, so that it is as wide as reading; the row that results decides.
CREATE POLICY consolidation_suggestions_update ON consolidation_suggestions FOR UPDATE USING ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('read'))::uuid[])) or visibility_scope = 'public')
  WITH CHECK ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select current_setting('hindsight.writes', true)) = 'yes')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('write'))::uuid[])));
--> statement-breakpoint
CREATE POLICY consolidation_suggestions_delete ON consolidation_suggestions FOR DELETE USING ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select current_setting('hindsight.writes', true)) = 'yes')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('write'))::uuid[])));
--> statement-breakpoint
ALTER TABLE optimization_runs ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY optimization_runs_read ON optimization_runs FOR SELECT USING ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('read'))::uuid[])) or visibility_scope = 'public');
--> statement-breakpoint
CREATE POLICY optimization_runs_insert ON optimization_runs FOR INSERT WITH CHECK ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select current_setting('hindsight.writes', true)) = 'yes')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('write'))::uuid[])));
--> statement-breakpoint
-- Locking a row needs this policy too, so that it is as wide as reading; the row that results decides.
CREATE POLICY optimization_runs_update ON optimization_runs FOR UPDATE USING ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('read'))::uuid[])) or visibility_scope = 'public')
  WITH CHECK ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select current_setting('hindsight.writes', true)) = 'yes')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('write'))::uuid[])));
--> statement-breakpoint
CREATE POLICY optimization_runs_delete ON optimization_runs FOR DELETE USING ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select current_setting('hindsight.writes', true)) = 'yes')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('write'))::uuid[])));
--> statement-breakpoint
ALTER TABLE memory_block_versions ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY memory_block_versions_all ON memory_block_versions USING (exists (select 1 from memory_blocks where memory_blocks.id = memory_block_versions.memory_block_id)) WITH CHECK (exists (select 1 from memory_blocks where memory_blocks.id = memory_block_versions.memory_block_id));
--> statement-breakpoint
ALTER TABLE memory_block_feedback ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY memory_block_feedback_all ON memory_block_feedback USING (exists (select 1 from memory_blocks where memory_blocks.id = memory_block_feedback.memory_block_id)) WITH CHECK (exists (select 1 from memory_blocks where memory_blocks.id = memory_block_feedback.memory_block_id));
--> statement-breakpoint
ALTER TABLE retrieval_events ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY retrieval_events_all ON retrieval_events USING (exists (select 1 from memory_blocks where memory_blocks.id = retrieval_events.memory_block_id)) WITH CHECK (exists (select 1 from memory_blocks where memory_blocks.id = retrieval_events.memory_block_id));
--> statement-breakpoint
ALTER TABLE personal_access_tokens ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY personal_access_tokens_all ON personal_access_tokens USING (user_id = (select hindsight_user())) WITH CHECK (user_id = (select hindsight_user()));
