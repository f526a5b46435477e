/** A link to the external sign-in, which returns the person to where they are. */
import { useLocation } from '@hindsight/shared-contracts/router';
import { signInUrl } from '@hindsight/shared-contracts/rules';
import { Button } from '@hindsight/shared-ui/core';

/** @param target where to return to; the current address unless said. */
export function SignInLink({ target, block }: { target?: string; block?: boolean }) {
  const here = useLocation();
  return (
    <Button type="primary" block={block} size={block ? 'large' : undefined} href={signInUrl(target ?? here)}>
      Sign In
    </Button>
  );
}
