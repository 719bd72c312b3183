// @ts-check
import { met, notApplicable } from '../row.mjs'

const ACCESS =
  'app/server/security/access.test.ts > $name answers $statuses and leaves alone what is not one’s own'

export const authorization = [
  met('8.1.1', 'Who may call what, and about which data, is written', [
    'platform/shared/task-matrix.ts',
    'app/server/security/tasks.txt',
    'docs/decisions/0056-roles-by-task.md',
    'docs/security.md',
  ]),
  met('8.1.2', 'Who may read and write which fields is written', [
    'docs/decisions/0056-roles-by-task.md',
    'docs/decisions/0015-household.md',
    'docs/protected-data.md',
  ]),
  met('8.1.3', 'What else decides is written', ['docs/authentication.md']),
  met('8.2.1', 'A call is for whoever may make it', [
    ACCESS,
    'app/server/security/access.test.ts > knows every route of the running app, and no other',
    'app/server/security/tasks.test.ts > admits to each call whoever has a task for it, as the file beside it says',
  ]),
  met('8.2.2', 'Data of others is out of reach', [
    ACCESS,
    'app/server/security/conversations.test.ts > answers everyone else as one that there is not, whatever is asked, and stays as it is',
    'app/server/security/hidden-letterboxes.test.ts > a letterbox %s changes no answer about the map',
  ]),
  met('8.2.3', 'Fields are for whoever may see or set them', [
    'app/server/security/tasks.test.ts > shows where a parcel goes to those who send it, and the money to those who look after it',
    'platform/server/http/answer-writing.test.ts > lets only fields of the contract leave (checked: %s)',
    'app/server/security/access.test.ts > what the server decides, sent by a client',
  ]),
  met('8.3.1', 'The server decides', ['platform/server/http/endpoints.ts', ACCESS]),
  met('8.3.2', 'What is taken from somebody is gone at once', [
    'features/roles/server/roles.test.ts > counts and ends at once on an open session, in every process',
    'app/server/security/tasks.test.ts > refuses the next call of whoever has lost a task meanwhile',
  ]),
  notApplicable(
    '8.4.1',
    'Several communities in one installation',
    'An installation is one community, with a database of its own.',
    ['docs/operation.md'],
  ),
]
