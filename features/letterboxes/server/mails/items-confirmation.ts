import { defineMail } from '#platform/server/mail/mail-template.ts'

interface Content {
  firstname: string
  stillTrueUrl: string
  changeUrl: string
  takeOffUrl: string
}

/** Once a year: are the stickers still true? */
export const itemsConfirmation = defineMail<Content>('itemsConfirmation', {
  de: ({ firstname, stillTrueUrl, changeUrl, takeOffUrl }, brand) => ({
    subject: 'Stimmen deine Sticker noch?',
    preview: 'Ein Klick genügt, und deine Nachbarn wissen Bescheid.',
    heading: 'Stimmen deine Sticker noch?',
    greeting: `Hallo ${firstname}`,
    body: [
      'Es ist ein Jahr her, dass du zuletzt gesagt hast, was du verleihst. Mit einem Klick wissen deine Nachbarn, dass das noch stimmt.',
    ],
    buttons: [
      { label: 'Alles stimmt noch', url: stillTrueUrl },
      { label: 'Sticker ändern', url: changeUrl },
      { label: 'Nimm mich von der Karte', url: takeOffUrl },
    ],
    note: '«Sticker ändern» meldet dich einmal an und gilt 7 Tage, die anderen Knöpfe gelten 60 Tage.',
    footer: `Du bekommst diese E-Mail einmal im Jahr, weil dein Briefkasten bei ${brand} auf der Karte steht.`,
  }),
  en: ({ firstname, stillTrueUrl, changeUrl, takeOffUrl }, brand) => ({
    subject: 'Are your stickers still right?',
    preview: 'One click tells your neighbours.',
    heading: 'Are your stickers still right?',
    greeting: `Hello ${firstname}`,
    body: [
      'It is a year since you last said what you lend. One click tells your neighbours that it is still right.',
    ],
    buttons: [
      { label: 'It’s all still right', url: stillTrueUrl },
      { label: 'Change stickers', url: changeUrl },
      { label: 'Take me off the map', url: takeOffUrl },
    ],
    note: '“Change stickers” logs you in once, within 7 days; the other buttons work for 60 days.',
    footer: `You get this e-mail once a year because your letterbox is on the map of ${brand}.`,
  }),
  fr: ({ firstname, stillTrueUrl, changeUrl, takeOffUrl }, brand) => ({
    subject: 'Vos autocollants sont-ils toujours à jour ?',
    preview: 'Un clic suffit, et votre voisinage est au courant.',
    heading: 'Vos autocollants sont-ils toujours à jour ?',
    greeting: `Bonjour ${firstname}`,
    body: [
      'Il y a un an que vous avez indiqué pour la dernière fois ce que vous prêtez. D’un clic, vous confirmez à votre voisinage que c’est toujours le cas.',
    ],
    buttons: [
      { label: 'Tout est à jour', url: stillTrueUrl },
      { label: 'Changer les autocollants', url: changeUrl },
      { label: 'Retirez-moi de la carte', url: takeOffUrl },
    ],
    note: '« Changer les autocollants » vous connecte une fois, pendant 7 jours ; les autres boutons sont valables 60 jours.',
    footer: `Vous recevez cet e-mail une fois par an, car votre boîte aux lettres figure sur la carte de ${brand}.`,
  }),
})
