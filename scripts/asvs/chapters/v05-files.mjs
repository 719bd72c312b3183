// @ts-check
import { met, notApplicable } from '../row.mjs'

export const files = [
  met('5.1.1', 'Which files are taken, how large, and what becomes of them is written', [
    'docs/input.md',
    'app/server/security/large-bodies.test.ts > docs/input.md names every call that takes more than others, and how much',
  ]),
  met('5.2.1', 'A file can be no larger than the server can bear', [
    'app/server/security/large-bodies.test.ts > docs/input.md names every call that takes more than others, and how much',
    'features/bank-statements/server/bank-statements.test.ts > may be large, up to a limit',
    'platform/server/uploads/read-apart.test.ts > of memory is given up, and the process goes on',
  ]),
  met(
    '5.2.2',
    'A file is what it is taken for',
    [
      'platform/server/artwork/picture-reading.test.ts > is refused where a part is not what its checksum says',
      'platform/server/artwork/picture-reading.test.ts > is refused: %s',
      'features/bank-statements/server/camt.ts',
      'features/imports/server/imports.routes.test.ts > that cannot be read says why',
    ],
    'Files come without a name, so that no ending has to agree: the content decides, and pictures are made anew.',
  ),
  met(
    '5.2.3',
    'What is packed is unpacked only as far as it may',
    [
      'app/server/security/odd-requests.test.ts > is read no further than an unpacked one may be',
      'platform/server/artwork/png-artwork.ts',
      'platform/server/artwork/picture-reading.test.ts > is refused: %s',
    ],
    'Bodies by gzip and the pixels of a PNG; archives are not taken.',
  ),
  notApplicable('5.2.5', 'Links within archives', 'No archive is taken.'),
  met('5.2.6', 'Pictures with too many pixels are refused', [
    'platform/server/artwork/png-artwork.ts',
    'platform/server/artwork/picture-reading.test.ts > is refused: %s',
  ]),
  met(
    '5.3.1',
    'No file of people is run by the server',
    [
      'features/items/server/admin-items.test.ts > is kept with its item, served for ever and unable to do anything',
    ],
    'Pictures lie in the database; nothing is written to a folder that is served.',
  ),
  met('5.3.2', 'No path is made of what somebody sent', [
    'features/items/server/artwork/artwork.routes.ts',
    'features/pages/server/previews.test.ts > refuses %s',
    'app/server/security/exact-headers.test.ts > every answer has exactly the headers that are recorded',
  ]),
  notApplicable('5.3.3', 'Paths within archives', 'No archive is taken.'),
  met('5.4.1', 'Downloads have a name that the server gives', [
    'platform/server/http/csv.ts',
    'features/orders/server/papers.test.ts > give a file to whoever placed the order, and to administrators',
    'features/accounts/server/own-account/own-account.routes.ts',
  ]),
  met(
    '5.4.2',
    'Names of files hold nothing that breaks a header',
    [
      'features/loans/server/calendar-file.test.ts > is for both sides, a file, and nobody else’s',
      'features/parcels/server/parcels.routes.ts',
    ],
    'They are words of the program, numbers and days.',
  ),
  notApplicable(
    '5.4.3',
    'Files of strangers are searched for viruses',
    'None is handed on as it came: pictures are made anew, other files are read and not kept, files beside a reply by mail are dropped.',
    [
      'docs/input.md',
      'features/transactions/server/replies/replies.test.ts > leaves files out and says so in the language of the writer',
      'platform/server/artwork/picture-reading.test.ts > is written anew, in our size, without what else was in it',
    ],
  ),
]
