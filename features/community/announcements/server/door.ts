export { announcements } from './announcements.ts'
export {
  findAnnouncements,
  removeMovedAnnouncements,
  storeMovedAnnouncement,
  storeMovedViews,
} from './moving-in.ts'
