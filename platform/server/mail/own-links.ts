/** Removes links to a host from a text: in our mails they log in, and programs break them in different ways. */
export function withoutLinksTo(host: string, text: string): string {
  return text.replace(/[<([]?https?:\/\/[^\s<>"\])]*[>\])]?/gi, (link) =>
    host !== '' && link.toLowerCase().includes(host) ? ' ' : link,
  )
}
