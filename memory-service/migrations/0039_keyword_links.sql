-- Links of keywords by their tenant, without a look at their blocks: a list that is narrowed by a keyword of many memories is read in its
-- order and ends with its page. Rows from before the tenant column are looked up until the service has filled them.
CREATE VIEW readable_keyword_links AS SELECT link.memory_block_id, link.keyword_id FROM memory_block_keywords AS link
  WHERE ((select hindsight_kind()) = 'superadmin'
    or (link.tenant_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or link.tenant_id = any ((select hindsight_organizations('read'))::uuid[])
    or link.tenant_id = '00000000-0000-0000-0000-000000000000'
    or (link.tenant_id is null and exists (select 1 from readable_memory_blocks as block where block.id = link.memory_block_id)));
--> statement-breakpoint
-- A page of a list reads a few dozen rows: starting another process for it takes longer than reading them.
ALTER TABLE memory_block_usage SET (parallel_workers = 0);
