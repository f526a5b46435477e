-- The links that a transaction may read now say what their block is, so that counting them needs no second look at the blocks.
CREATE OR REPLACE VIEW readable_memory_block_keywords AS SELECT link.*, block.visibility_scope, block.owner_user_id, block.organization_id, block.archived
  FROM memory_block_keywords AS link
  JOIN memory_blocks AS block ON block.id = link.memory_block_id WHERE ((select hindsight_kind()) = 'superadmin'
    or (block.visibility_scope = 'personal' and block.owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or (block.visibility_scope = 'organization' and block.organization_id = any ((select hindsight_organizations('read'))::uuid[]))
    or block.visibility_scope = 'public');
