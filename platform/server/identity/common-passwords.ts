/** Passwords that attackers try first: the most common ones of public lists in our languages, and our own words. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  (
    '000000 00000000 01234567 0123456789 10101010 1111 111111 11111111 112233 11223344 ' +
    '112233445566 121212 12121212 123123 123321 1234 12341234 12344321 12345 123454321 ' +
    '123456 1234567 12345678 123456789 1234567890 1234qwer 123qwe 131313 13131313 ' +
    '147258369 147852369 159357456 159753 1a2b3c4d 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 ' +
    '2000 22222222 33333333 44444444 555555 55555555 654321 666666 66666666 696969 ' +
    '741852963 777777 7777777 77777777 789456123 87654321 88888888 963852741 98765432 ' +
    '987654321 9876543210 99999999 a1b2c3d4 aaaaaa abc123 abc12345 abcd123 abcd1234 ' +
    'abcde12345 abcdefg abcdefgh access admin admin123 administrator alexander amanda ' +
    'amour andreas andrew android angel angels apple apple123 april army arsenal ' +
    'asdf1234 asdfgh asdfghjkl ashley august austin autumn azerty azerty123 azertyuiop ' +
    'baby babygirl baerchen banana barcelona baseball baseball1 basel basketball batman ' +
    'batman1 bear berlin bern bible biker bitcoin biteme blessed blume bohrmaschine ' +
    'boiteauxlettres bonjour bonjour1 briefkasten brother buster butterfly camaro ' +
    'camille casino changeme charlie cheese cheese1 chelsea chelsea1 cheval chocolat ' +
    'chocolate chouchou christ christian church cisco coffee college computer computer1 ' +
    'cookie cookies corvette coucou cowboy dallas daniel daniela database december ' +
    'default deutschland diamond doctor dollar dolphin doudou dragon dragon1 eagle ' +
    'energy engel facebook faith falcon familie family father february ferrari ficken ' +
    'fireman flower flowers football football1 forever fortnite france freedom ' +
    'freundschaft friday friends fruehling fussball garfield geheim geheim123 genf ' +
    'george ginger ginger1 god golden golf goodluck google grace guest hallo hallo123 ' +
    'hallowelt hamburg happy harley hase heaven hello hello123 hello1234 helloworld ' +
    'herbst hockey hockey1 honda hope horse hulk hund hunter hunter1 ichliebedich ' +
    'iloveyou iloveyou1 iloveyou2 instagram internet iphone ironman january jennifer ' +
    'jessica jesus jesus1 jetaime jetaime1 jordan jordan23 joshua julien juventus kater ' +
    'katze killer killer1 klaster lausanne lawyer leiter letmein letmein1 letterbox ' +
    'letterlend letterlend-demo liebe lightning linkedin lion liverpool lkjhgfdsa login ' +
    'lord loulou love ' +
    'lovely loveme lucky lucky7 luzern lyon maggie manchester march marine marseille ' +
    'master master1 matrix matrix1 matthew mausi maximilian mercedes messi michael ' +
    'michael1 michelle mickey microsoft minecraft minnie mnbvcxz mobilemail mom monamour ' +
    'monday money monitor monitoring monkey monkey1 montana moon moscow motdepasse ' +
    'motdepasse1 mother muenchen mustang mustang1 mynoob nachbar nachbarn nachbarschaft ' +
    'nadine naruto navy neighbor neighbour nicolas nicole nintendo november october ' +
    'oracle orange p@ssw0rd p@ssword panther papillon paris pass passw0rd password ' +
    'password1 passwort passwort1 passwort123 peace pepper pepper1 phoenix pizza ' +
    'platinum playstation poiuytrewq pokemon poker police porsche power princess ' +
    'princess1 princesse prinzessin q1w2e3r4 q1w2e3r4t5 qazwsx qazwsxedc ' +
    'qwe12345 qweasd qweasdzxc qwerty qwerty123 qwertyuiop qwertz qwertz123 qwertzuiop ' +
    'racing rainbow ranger ranger1 realmadrid robert ronaldo root runner samsung sandra ' +
    'saturday schatz schatzi schmetterling schnecke school schweiz scooby sebastian ' +
    'secret september server shadow shadow1 shark silver sister smile sniper snoopy ' +
    'soccer soldier soleil sommer sonnenschein spiderman spring startrek starwars ' +
    'starwars1 stefan sticker stickers storm student success summer summer1 sunday ' +
    'sunflower sunshine sunshine1 superman superman1 superstar suzuki taylor teacher ' +
    'teddy tennis test test123 test1234 testtest thomas thunder thunder1 thursday tiger ' +
    'tigger toor toyota trustme trustno1 tuesday twitter university vacances vanilla ' +
    'victory voisin voisins wednesday welcome welcome1 whatever whatsapp windows winner ' +
    'winter winter1 wolf wolverine yamaha yankees zaq12wsx zuerich zurich zxcv1234 ' +
    'zxcvbn zxcvbnm zxcvbnm1'
  ).split(' '),
)
