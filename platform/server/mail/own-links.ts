/** A text without links to a host: in mails they log in, and programs write and break them each in their own way. */
export function withoutLinksTo(host: string, text: string): string {
  return text.replace(/[<([]?https?:\/\/[^\s<>"\])]*[>\])]?/gi, (link) =>
    host !== '' && link.toLowerCase().includes(host) ? ' ' : link,
  )
}
