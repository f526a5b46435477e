-- Every writer names the tenant of its rows. What it names is checked, no longer replaced.
DROP FUNCTION hindsight_set_tenant() CASCADE;--> statement-breakpoint
-- The trail of a deleted organization belongs to those who acted.
DO $$
begin
  execute replace(pg_get_functiondef('hindsight_forget_organization(uuid)'::regprocedure),
    'update audits set target_id = null', 'update audits set organization_id = null, tenant_id = actor_user_id, target_id = null');
end $$;
