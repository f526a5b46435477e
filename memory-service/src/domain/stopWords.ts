/** Words that carry no subject of their own and so make no keyword. */

const TEXT = `a able about above across after again against ago all almost along already also although always am among an and
another any anyone anything are around as at away back bad be became because become been before being below best better between
both but by came can cannot come could did do does doing done down during each either else enough even ever every everyone
everything few first for from further get gets getting give given go goes going good got great had has have having he her here
hers him his how however i if in indeed instead into is it its itself just keep last later least less let like made make makes
many may maybe me might more most much must my near need needs neither never new next no nobody none nor not nothing now of off
often on once one only onto or other others our out over own per perhaps put quite rather really said same say says second see
seem seems seen several shall she should show since so some someone something sometimes soon still such sure take than that the
their them then there therefore these they thing things this those though three through thus to together too toward two under
until up upon us use used uses using usually very via want was way we well were what whatever when where whether which while who
whole whom whose why will with within without worse worst would yes yet you your yours`;

export const STOP_WORDS: ReadonlySet<string> = new Set(TEXT.split(/\s+/));
