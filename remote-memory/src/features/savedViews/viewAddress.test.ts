import { COMMON_VIEWS } from '@hindsight/shared-contracts/rules';
import { toParameters, toView } from './viewAddress';

it.each(COMMON_VIEWS.filter(({ page }) => page === '/memory-blocks'))(
  'applies the parameters of the view "$name" to the list',
  ({ parameters }) => {
    expect(toParameters(toView(parameters))).toEqual(parameters);
  },
);
