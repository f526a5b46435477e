import { COMMON_VIEWS } from '@hindsight/shared-contracts/rules';
import { toParameters, toView } from './viewAddress';

it.each(COMMON_VIEWS.filter(({ page }) => page === '/memory-blocks'))(
  'the list understands the view "$name"',
  ({ parameters }) => {
    expect(toParameters(toView(parameters))).toEqual(parameters);
  },
);
