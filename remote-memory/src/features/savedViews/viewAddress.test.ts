import { COMMON_VIEWS } from '@hindsight/shared-contracts/rules';
import { parametersOf, viewOf } from './viewAddress';

it.each(COMMON_VIEWS.filter(({ page }) => page === '/memory-blocks'))(
  'the list understands the view "$name"',
  ({ parameters }) => {
    expect(parametersOf(viewOf(parameters))).toEqual(parameters);
  },
);
