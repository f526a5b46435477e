/** The sign-in page: plain HTML that works without script, and its style sheet. */

export interface Person {
  name: string;
  email: string;
  description: string;
}

interface SignInView {
  people: readonly Person[];
  rd: string;
  token: string;
  /** Message about the last attempt, and the text typed then. */
  problem?: string;
  typed?: string;
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}

/** Initials for the round badge; decoration, hidden from assistive technology. */
const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => word[0] ?? '')
    .slice(0, 2)
    .join('');

function personButton({ name, email, description }: Person): string {
  return `<li><button class="person" name="email" value="${escapeHtml(email)}">
<span class="badge" aria-hidden="true">${escapeHtml(initials(name))}</span>
<span class="who"><strong>${escapeHtml(name)}</strong><span class="mail">${escapeHtml(email)}</span><span class="note">${escapeHtml(description)}</span></span>
</button></li>`;
}

/** Renders the whole document. */
export function signInPage({ people, rd, token, problem, typed = '' }: SignInView): string {
  const hidden = `<input type="hidden" name="rd" value="${escapeHtml(rd)}"><input type="hidden" name="token" value="${escapeHtml(token)}">`;
  const describedBy = problem ? ' aria-invalid="true" aria-describedby="problem"' : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Sign in · AI-Powered Memory Dashboard</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/oauth2/sign_in.css">
</head>
<body>
<main>
<h1>Sign in</h1>
<p class="lead">AI-Powered Memory Dashboard, on this machine. There are no passwords here: choose an account.</p>
<form method="post" action="/oauth2/sign_in" aria-labelledby="people">
${hidden}
<h2 id="people">Demo workspace accounts</h2>
<ul>
${people.map(personButton).join('\n')}
</ul>
</form>
<form method="post" action="/oauth2/sign_in" class="other" novalidate>
${hidden}
<label for="email">Any other email address</label>
${problem ? `<p id="problem" class="problem" role="alert">${escapeHtml(problem)}</p>` : ''}
<div class="row"><input id="email" name="email" type="email" autocomplete="email" maxlength="254" required value="${escapeHtml(typed)}"${describedBy}${problem ? ' autofocus' : ''}>
<button class="go">Sign in</button></div>
<p class="hint">New addresses start without beta access. You can request it on the next page.</p>
</form>
</main>
</body>
</html>
`;
}

/** The product's colors (shared-ui/src/theme/tokens.css), so sign-in looks like part of it. Contrast is at least 4.5 : 1 in both themes. */
export const SIGN_IN_STYLES = `:root{color-scheme:light dark;--page:#f5f7f7;--card:#fff;--text:#17201f;--soft:#4e5b5c;--line:#dde3e3;--brand:#0d6b70;--on-brand:#fff;--tint:#e2f1f1;--on-tint:#0a6166;--bad:#ad2a22}
@media (prefers-color-scheme:dark){:root{--page:#0f1415;--card:#171d1f;--text:#e5ebeb;--soft:#a4b1b3;--line:#2b3538;--brand:#137a80;--on-brand:#fff;--tint:#14353a;--on-tint:#6cc9cd;--bad:#ff9d94}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:680px;margin:0 auto;padding:48px 16px}
h1{margin:0 0 4px;font-size:28px;line-height:1.2}
h2{margin:0 0 12px;font-size:15px;font-weight:600;color:var(--soft)}
.lead{margin:0 0 28px;color:var(--soft)}
ul{list-style:none;margin:0 0 28px;padding:0;display:grid;gap:8px;grid-template-columns:repeat(auto-fill,minmax(300px,1fr))}
li{display:flex}
button,input{font:inherit}
.person{display:flex;gap:12px;width:100%;padding:12px;text-align:left;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:10px;cursor:pointer}
.person:hover{border-color:var(--on-tint);background:var(--tint)}
.badge{flex:none;display:grid;place-items:center;width:36px;height:36px;border-radius:50%;background:var(--tint);color:var(--on-tint);font-size:13px;font-weight:600}
.who{display:flex;flex-direction:column;min-width:0;overflow-wrap:anywhere}
.mail,.note,.hint{font-size:13px;color:var(--soft)}
.other{padding:16px;background:var(--card);border:1px solid var(--line);border-radius:10px}
label{display:block;margin-bottom:6px;font-weight:600}
.row{display:flex;flex-wrap:wrap;gap:8px}
input[type=email]{flex:1 1 220px;min-width:0;min-height:40px;padding:6px 12px;color:inherit;background:var(--page);border:1px solid var(--soft);border-radius:8px}
.go{flex:0 0 auto;min-height:40px;padding:6px 20px;color:var(--on-brand);background:var(--brand);border:0;border-radius:8px;font-weight:600;cursor:pointer}
.hint{margin:8px 0 0}
.problem{margin:0 0 6px;color:var(--bad)}
:focus-visible{outline:3px solid var(--on-tint);outline-offset:2px}
`;
