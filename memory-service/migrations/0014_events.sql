-- What has changed, for streams of events: one row for each statement and workspace.
CREATE TABLE "events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"transaction" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"kind" varchar(20) NOT NULL,
	"visibility_scope" "visibility_scope",
	"owner_user_id" uuid,
	"organization_id" uuid,
	"ids" uuid[] NOT NULL,
	"added" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"removed" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "events_transaction_idx" ON "events" USING btree ("transaction");
--> statement-breakpoint
-- For the service itself: what a person may see of it is decided when it is sent.
ALTER TABLE events ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
-- Rows that belong to a workspace. A row that moves has changed in both.
CREATE FUNCTION hindsight_log_rows() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
begin
  if tg_op = 'UPDATE' then
    insert into events (kind, visibility_scope, owner_user_id, organization_id, ids, changed)
    select tg_argv[0], visibility_scope, owner_user_id, organization_id, (array_agg(id))[1:100], count(*) from (
      select id, visibility_scope, owner_user_id, organization_id from touched
      union select id, visibility_scope, owner_user_id, organization_id from former
    ) as rows group by visibility_scope, owner_user_id, organization_id;
  else
    insert into events (kind, visibility_scope, owner_user_id, organization_id, ids, added, removed)
    select tg_argv[0], visibility_scope, owner_user_id, organization_id, (array_agg(id))[1:100],
      case tg_op when 'INSERT' then count(*) else 0 end, case tg_op when 'DELETE' then count(*) else 0 end
    from touched group by visibility_scope, owner_user_id, organization_id;
  end if;
  return null;
end $$;
--> statement-breakpoint
-- A memory block that was only read is another kind of change: no list and no text differs.
CREATE FUNCTION hindsight_log_block_updates() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
begin
  insert into events (kind, visibility_scope, owner_user_id, organization_id, ids, changed)
  select kind, visibility_scope, owner_user_id, organization_id, (array_agg(distinct id))[1:100],
    case kind when 'retrievals' then sum(retrieved) else count(distinct id) end
  from (
    select touched.id, place.*, touched.retrieval_count - former.retrieval_count as retrieved,
      case when (touched.updated_at, touched.archived, touched.agent_id, touched.feedback_score, touched.visibility_scope, touched.owner_user_id, touched.organization_id)
        is distinct from (former.updated_at, former.archived, former.agent_id, former.feedback_score, former.visibility_scope, former.owner_user_id, former.organization_id)
        then 'memories' when touched.retrieval_count <> former.retrieval_count then 'retrievals' end as kind
    from touched join former on former.id = touched.id
    cross join lateral (
      select touched.visibility_scope, touched.owner_user_id, touched.organization_id
      union select former.visibility_scope, former.owner_user_id, former.organization_id
    ) as place
  ) as rows where kind is not null group by kind, visibility_scope, owner_user_id, organization_id;
  return null;
end $$;
--> statement-breakpoint
-- Rows that belong to one person.
CREATE FUNCTION hindsight_log_personal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
begin
  insert into events (kind, owner_user_id, ids, added, changed, removed)
  select tg_argv[0], user_id, (array_agg(id))[1:100], case tg_op when 'INSERT' then count(*) else 0 end,
    case tg_op when 'UPDATE' then count(*) else 0 end, case tg_op when 'DELETE' then count(*) else 0 end
  from touched group by user_id;
  return null;
end $$;
--> statement-breakpoint
-- A job's lease is renewed all the time; only its progress is a change.
CREATE FUNCTION hindsight_log_job_updates() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
begin
  insert into events (kind, owner_user_id, ids, changed)
  select 'jobs', touched.user_id, (array_agg(touched.id))[1:100], count(*)
  from touched join former on former.id = touched.id
  where (touched.status, touched.done, touched.cancel_requested) is distinct from (former.status, former.done, former.cancel_requested)
  group by touched.user_id;
  return null;
end $$;
--> statement-breakpoint
-- A membership concerns the organization and the person.
CREATE FUNCTION hindsight_log_memberships() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
begin
  insert into events (kind, organization_id, ids, added, changed, removed)
  select 'members', organization_id, (array_agg(user_id))[1:100], case tg_op when 'INSERT' then count(*) else 0 end,
    case tg_op when 'UPDATE' then count(*) else 0 end, case tg_op when 'DELETE' then count(*) else 0 end
  from touched group by organization_id;
  insert into events (kind, owner_user_id, ids, changed)
  select 'access', user_id, (array_agg(organization_id))[1:100], count(*) from touched group by user_id;
  return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION hindsight_log_invitations() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
begin
  insert into events (kind, organization_id, ids, added, changed, removed)
  select 'invitations', organization_id, (array_agg(id))[1:100], case tg_op when 'INSERT' then count(*) else 0 end,
    case tg_op when 'UPDATE' then count(*) else 0 end, case tg_op when 'DELETE' then count(*) else 0 end
  from touched group by organization_id;
  return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION hindsight_log_organizations() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
begin
  insert into events (kind, organization_id, ids, changed) select 'organizations', id, array[id], 1 from touched;
  return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION hindsight_log_user_access() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
begin
  insert into events (kind, owner_user_id, ids, changed) values ('access', new.id, '{}', 1);
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER memory_blocks_log_insert AFTER INSERT ON memory_blocks REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_log_rows('memories');
--> statement-breakpoint
CREATE TRIGGER memory_blocks_log_update AFTER UPDATE ON memory_blocks REFERENCING OLD TABLE AS former NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_log_block_updates();
--> statement-breakpoint
CREATE TRIGGER memory_blocks_log_delete AFTER DELETE ON memory_blocks REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_log_rows('memories');
--> statement-breakpoint
CREATE TRIGGER agents_log_insert AFTER INSERT ON agents REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_log_rows('agents');
--> statement-breakpoint
CREATE TRIGGER agents_log_update AFTER UPDATE ON agents REFERENCING OLD TABLE AS former NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_log_rows('agents');
--> statement-breakpoint
CREATE TRIGGER agents_log_delete AFTER DELETE ON agents REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_log_rows('agents');
--> statement-breakpoint
CREATE TRIGGER keywords_log_insert AFTER INSERT ON keywords REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_log_rows('keywords');
--> statement-breakpoint
CREATE TRIGGER keywords_log_update AFTER UPDATE ON keywords REFERENCING OLD TABLE AS former NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_log_rows('keywords');
--> statement-breakpoint
CREATE TRIGGER keywords_log_delete AFTER DELETE ON keywords REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_log_rows('keywords');
--> statement-breakpoint
CREATE TRIGGER consolidation_suggestions_log_insert AFTER INSERT ON consolidation_suggestions REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_log_rows('suggestions');
--> statement-breakpoint
CREATE TRIGGER consolidation_suggestions_log_update AFTER UPDATE ON consolidation_suggestions REFERENCING OLD TABLE AS former NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_log_rows('suggestions');
--> statement-breakpoint
CREATE TRIGGER consolidation_suggestions_log_delete AFTER DELETE ON consolidation_suggestions REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_log_rows('suggestions');
--> statement-breakpoint
CREATE TRIGGER jobs_log_insert AFTER INSERT ON jobs REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_log_personal('jobs');
--> statement-breakpoint
CREATE TRIGGER jobs_log_update AFTER UPDATE ON jobs REFERENCING OLD TABLE AS former NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_log_job_updates();
--> statement-breakpoint
CREATE TRIGGER jobs_log_delete AFTER DELETE ON jobs REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_log_personal('jobs');
--> statement-breakpoint
CREATE TRIGGER notifications_log_insert AFTER INSERT ON notifications REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_log_personal('notifications');
--> statement-breakpoint
CREATE TRIGGER notifications_log_update AFTER UPDATE ON notifications REFERENCING OLD TABLE AS former NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_log_personal('notifications');
--> statement-breakpoint
CREATE TRIGGER notifications_log_delete AFTER DELETE ON notifications REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_log_personal('notifications');
--> statement-breakpoint
CREATE TRIGGER memberships_log_insert AFTER INSERT ON memberships REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_log_memberships();
--> statement-breakpoint
CREATE TRIGGER memberships_log_update AFTER UPDATE ON memberships REFERENCING OLD TABLE AS former NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_log_memberships();
--> statement-breakpoint
CREATE TRIGGER memberships_log_delete AFTER DELETE ON memberships REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_log_memberships();
--> statement-breakpoint
CREATE TRIGGER invitations_log_insert AFTER INSERT ON invitations REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_log_invitations();
--> statement-breakpoint
CREATE TRIGGER invitations_log_update AFTER UPDATE ON invitations REFERENCING OLD TABLE AS former NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_log_invitations();
--> statement-breakpoint
CREATE TRIGGER invitations_log_delete AFTER DELETE ON invitations REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_log_invitations();
--> statement-breakpoint
CREATE TRIGGER organizations_log_update AFTER UPDATE ON organizations REFERENCING OLD TABLE AS former NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_log_organizations();
--> statement-breakpoint
CREATE TRIGGER users_log_access AFTER UPDATE OF beta_access_status ON users FOR EACH ROW WHEN (old.beta_access_status <> new.beta_access_status) EXECUTE FUNCTION hindsight_log_user_access();
