export const FIRST_NAMES = ['Ada', 'Bruno', 'Chiara', 'Dmitri', 'Elif', 'Farid', 'Greta', 'Hugo', 'Ines', 'Jonas', 'Kofi', 'Lucia', 'Mei']
export const LAST_NAMES = ['Abara', 'Berg', 'Costa', 'Duarte', 'Ek', 'Fontana', 'Grieg', 'Haddad', 'Ito', 'Jansen', 'Kowal', 'Lindt']
export const STREETS = ['Mill Lane', 'Station Road', 'Elm Street', 'Harbour Way', 'Chapel Hill', 'Orchard Close', 'Quarry Street']
export const CITIES = ['Northfield', 'Ashby', 'Lowmoor', 'Port Vale', 'Wexham', 'Silverton']

/** What the shop may sell; `options` are the variants of one product. */
export const CATALOGUE = [
  { name: 'kettle', category: 'electronics', options: ['steel', 'black', 'white'] },
  { name: 'headphones', category: 'electronics', options: ['grey', 'blue'] },
  { name: 'lamp', category: 'electronics', options: ['brass', 'copper'] },
  { name: 'jacket', category: 'clothing', options: ['small', 'medium', 'large'] },
  { name: 'sweater', category: 'clothing', options: ['small', 'medium', 'large'] },
  { name: 'boots', category: 'clothing', options: ['38', '40', '42'] },
  { name: 'rug', category: 'home', options: ['green', 'red', 'sand'] },
  { name: 'teapot', category: 'home', options: ['blue', 'cream'] },
  { name: 'backpack', category: 'outdoor', options: ['green', 'orange'] },
  { name: 'tent', category: 'outdoor', options: ['double', 'triple'] },
] as const
