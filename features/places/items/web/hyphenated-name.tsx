const SOFT_HYPHEN = '\u00AD'
/** Shorter words fit under a sticker. */
const LONG = 10
/** Last parts of German compounds. Browsers without a hyphenation dictionary would break the words anywhere. */
const LAST_PARTS =
  /(?<=[a-zäöü]{3})(maschine|säge|kiste|schlüssel|zwinge|reiniger|kabel|schere|schlauch|schuhe|skates|schläger|schach|matratze|rucksack|anhänger|kocher|bahn|garnitur|geschirr|dekoration|kette|ofen|form|heizung|kartons|schaufel|sprecher|konsole|waage)$/i

/** Inserts soft hyphens where the language allows a break. */
export function withSoftHyphens(name: string): string {
  return name
    .split(' ')
    .map((word) =>
      word.length > LONG
        ? word.replace(/^Über(?=brück)/, `$&${SOFT_HYPHEN}`).replace(LAST_PARTS, `${SOFT_HYPHEN}$1`)
        : word,
    )
    .join(' ')
}

/** A name for a narrow place. It can break, but screen readers and the browser's search see it unbroken. */
export function HyphenatedName({ name }: { name: string }) {
  const shownName = withSoftHyphens(name)
  if (shownName === name) return name
  return (
    <>
      <span aria-hidden="true">{shownName}</span>
      <span className="visually-hidden">{name}</span>
    </>
  )
}
