export const SIGN_IN_TO_SAVE = 'Sign in to save views.';
export const NOT_LOADED = 'Couldn’t load the saved views.';
export const REPLACES = 'You have a view with this name. Saving replaces its filters and sort order.';
export const REPLACES_SHARED =
  'A shared view has this name. Saving replaces its filters and sort order for everyone.';
export const EMPTY_NAME = 'Enter a name.';
export const SHARE_HINT = 'Everyone in the workspace can see it. Members who can write can change it.';

export const shareLabel = (workspace: string) => `Share with ${workspace}`;
export const savedText = (name: string) => `View “${name}” saved`;
export const deletedText = (name: string) => `View “${name}” deleted`;
export const saveFailed = (reason: string) => `Failed to save the view: ${reason}`;
export const deleteFailed = (reason: string) => `Failed to delete the view: ${reason}`;
export const pinnedText = (name: string) => `View “${name}” pinned to the sidebar`;
export const unpinnedText = (name: string) => `View “${name}” unpinned`;
export const pinFailed = (reason: string) => `Failed to update the pin: ${reason}`;
