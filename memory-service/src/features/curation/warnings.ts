/** Recognizes memories that warn, forbid or help to recover: they are rarely read and matter most when they are. */

const wholeWords = (words: string) =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words})(?![\p{L}\p{N}])`, 'iu');

/** Words of the languages that people write memories in most. A language that is missing is weighed without its warnings. */
const WARNINGS = [
  wholeWords(
    "never|must(?: not|n['’]t)?|do not|don['’]t|warning|caution|careful|heads[- ]up|may not|cannot be undone|danger(?:ous)?|irreversible|data loss|prohibited|forbidden|leak(?:ed|s)?|revok(?:e[ds]?|ing)|failover|by law|legal(?:ly)?|gdpr|hipaa|outages?|compliance|security|vulnerab(?:le|ility)|runbooks?|recover(?:y|ing)?|restor(?:e|ing)|backups?|disaster",
  ),
  wholeWords(
    'nie|niemals|muss|müssen|darf nicht|dürfen nicht|verboten|warnung|achtung|vorsicht|gefahr|gefährlich|gesetzlich|sicherheit|wiederherstell(?:en|ung)|datenverlust|notfall',
  ),
  wholeWords(
    'jamais|doit|doivent|interdite?s?|obligatoires?|attention|danger(?:eux)?|avertissement|loi|sécurité|restaur(?:er|ation)|sauvegardes?',
  ),
  wholeWords(
    'nunca|jamás|debe[nm]?|deve[m]?|prohibid[oa]s?|proibid[oa]s?|advertencia|cuidado|atención|atenção|peligro|perigo|ley|seguridad|segurança|restaura(?:r|ción|ção)|respaldos?',
  ),
  wholeWords(
    'mai|vietat[oi]|attenzione|pericolo|sicurezza|ripristin(?:o|are)|nooit|verboden|waarschuwing|gevaar|veiligheid|herstel(?:len)?',
  ),
  wholeWords(
    'никогда|нельзя|долж(?:ен|на|но|ны)|запрещен[оы]?|внимание|опасно|безопасност[ьи]|восстановлени[ея]|nigdy|nie wolno|uwaga|bezpieczeństwo',
  ),
  /决不|绝不|切勿|必须|禁止|严禁|警告|危险|恢复|安全|決して|必ず|してはいけない|してはならない|注意|危険|復旧|絶対|절대|반드시|금지|경고|주의|복구|보안/u,
];

/** The word by which a text warns, as it is written there, or undefined. */
export function findWarning(text: string): string | undefined {
  for (const pattern of WARNINGS) {
    const found = pattern.exec(text);
    if (found) return found[0];
  }
  return undefined;
}
