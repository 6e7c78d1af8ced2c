export { announce, AnnouncementListener, type Announcement } from './announcements.js';
export { CountyConfigModule } from './county-config.module.js';
export { CountySections, type CountySectionsOptions } from './county-sections.js';
export { FreshCopies } from './fresh-copies.js';
