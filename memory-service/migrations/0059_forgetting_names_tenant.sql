-- The counters of an organization are all on the worker of its tenant.
DO $$
begin
  execute replace(pg_get_functiondef('hindsight_forget_organization(uuid)'::regprocedure),
    'from workspace_tallies where organization_id = gone', 'from workspace_tallies where organization_id = gone and tenant_id = gone');
end $$;
