/** Link to the external sign-in with a return address. */
import { useLocation } from '@hindsight/shared-contracts/router';
import { signInUrl } from '@hindsight/shared-contracts/rules';
import { Button } from '@hindsight/shared-ui/core';

/** @param target return address; defaults to the current address. */
export function SignInLink({ target, block }: { target?: string; block?: boolean }) {
  const here = useLocation();
  return (
    <Button type="primary" block={block} size={block ? 'large' : undefined} href={signInUrl(target ?? here)}>
      Sign In
    </Button>
  );
}
