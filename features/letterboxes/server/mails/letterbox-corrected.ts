import { defineMail } from '#platform/server/mail/mail-template.ts'

interface Content {
  firstname: string
  /** The new one; null where it stayed. */
  address: string | null
  /** Whether it was put on another spot. */
  placed: boolean
  /** Whether somebody has to look where the new address is. */
  spotToConfirm: boolean
  /** Names of stickers, in the language of the owner. */
  added: string[]
  removed: string[]
  url: string
}

/** What has changed, one line each. */
function factsIn(
  words: Record<'address' | 'spot' | 'moved' | 'toConfirm' | 'added' | 'removed', string>,
  { address, placed, spotToConfirm, added, removed }: Content,
) {
  const spot = placed ? words.moved : spotToConfirm ? words.toConfirm : null
  const facts = [
    { label: words.address, value: address },
    { label: words.spot, value: spot },
    { label: words.added, value: added.join(', ') },
    { label: words.removed, value: removed.join(', ') },
  ]
  return facts.flatMap(({ label, value }) => (value ? [{ label, value }] : []))
}

/** Tells an owner what the community has changed of the letterbox. */
export const letterboxCorrected = defineMail<Content>('letterboxCorrected', {
  de: (content, brand) => ({
    subject: 'Wir haben deinen Briefkasten angepasst',
    preview: 'Das ist neu.',
    heading: 'Wir haben deinen Briefkasten angepasst',
    greeting: `Hallo ${content.firstname}`,
    body: [`Wer ${brand} betreut, hat an deinem Briefkasten etwas geändert:`],
    facts: factsIn(
      {
        address: 'Neue Adresse',
        spot: 'Platz auf der Karte',
        moved: 'Neu gesetzt',
        toConfirm: 'Bitte bestätige, wo er steht',
        added: 'Sticker dazu',
        removed: 'Sticker weg',
      },
      content,
    ),
    buttons: [{ label: 'Briefkasten ansehen', url: content.url }],
    note: 'Stimmt etwas nicht? Du kannst alles selbst wieder ändern.',
    footer: `Du bekommst diese E-Mail, weil du bei ${brand} einen Briefkasten hast.`,
  }),
  en: (content, brand) => ({
    subject: 'We have changed your letterbox',
    preview: 'This is new.',
    heading: 'We have changed your letterbox',
    greeting: `Hello ${content.firstname}`,
    body: [`The people who look after ${brand} have changed something about your letterbox:`],
    facts: factsIn(
      {
        address: 'New address',
        spot: 'Spot on the map',
        moved: 'Set anew',
        toConfirm: 'Please confirm where it is',
        added: 'Stickers added',
        removed: 'Stickers removed',
      },
      content,
    ),
    buttons: [{ label: 'See the letterbox', url: content.url }],
    note: 'Is something wrong? You can change all of it back yourself.',
    footer: `You are getting this e-mail because you have a letterbox at ${brand}.`,
  }),
  fr: (content, brand) => ({
    subject: 'Nous avons modifié votre boîte aux lettres',
    preview: 'Voici ce qui est nouveau.',
    heading: 'Nous avons modifié votre boîte aux lettres',
    greeting: `Bonjour ${content.firstname}`,
    body: [`Les responsables de ${brand} ont modifié votre boîte aux lettres :`],
    facts: factsIn(
      {
        address: 'Nouvelle adresse',
        spot: 'Emplacement sur la carte',
        moved: 'Déplacé',
        toConfirm: 'Merci de le confirmer',
        added: 'Autocollants ajoutés',
        removed: 'Autocollants retirés',
      },
      content,
    ),
    buttons: [{ label: 'Voir la boîte aux lettres', url: content.url }],
    note: 'Quelque chose n’est pas juste ? Vous pouvez tout modifier à nouveau.',
    footer: `Vous recevez cet e-mail parce que vous avez une boîte aux lettres sur ${brand}.`,
  }),
})
