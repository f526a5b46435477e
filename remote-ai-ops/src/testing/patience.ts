/** More time for tests that render whole pages and dialogs: on a busy machine the first dialog alone can take a second. */
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 10_000 });
jest.setTimeout(40_000);
