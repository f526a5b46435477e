/** The view of the notifications page in the address: `?show=unread&page=2`. */
import { choiceParameter, useListView } from '@hindsight/shared-ui/data';

const PARAMETERS = { show: choiceParameter(['all', 'unread'], 'all') };

/** All or only unread ones, page by page. */
export const useNotificationView = () => useListView(PARAMETERS);
