/** The texts of a conversation's page. */
export const NO_MEMORIES = {
  title: 'No memory of this conversation',
  description:
    'In this workspace no agent has recorded anything in it. Another workspace may have its memories.',
};
export const INVALID_ID = {
  title: 'There is no such conversation',
  description: 'The ID in the address is not complete.',
};
export const AS_LIST = 'Show in the list';
