/** The way to the external sign-in, which brings the person back to where they are. */
import { useLocation } from '@hindsight/shared-contracts/router';
import { Button } from '@hindsight/shared-ui/core';
import { signInUrl } from '../session/links';

/** @param target where to return to; the current address unless said. */
export function SignInLink({ target, block }: { target?: string; block?: boolean }) {
  const { pathname, search, hash } = useLocation();
  return (
    <Button
      type="primary"
      block={block}
      size={block ? 'large' : undefined}
      href={signInUrl(target ?? pathname + search + hash)}
    >
      Sign In
    </Button>
  );
}
