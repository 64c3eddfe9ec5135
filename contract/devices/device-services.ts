/** Every service of devices: `contract/index.ts` takes them in, `server/devices/device-handlers.ts` implements each. */
import type { Route } from '../http.ts';
import { cameras } from './cameras.ts';
import { deviceBatches } from './device-batches.ts';
import { deviceBindings } from './device-bindings.ts';
import { deviceCommands } from './device-commands.ts';
import { deviceContacts } from './device-contacts.ts';
import { deviceCredentials } from './device-credentials.ts';
import { deviceConnections } from './device-connections.ts';
import { deviceHubs } from './device-hubs.ts';
import { deviceIntegrations } from './device-integrations.ts';
import { deviceMedia } from './device-media.ts';
import { deviceProfiles } from './device-profiles.ts';
import { deviceSettings } from './device-settings.ts';
import { deviceTypes } from './device-types.ts';
import { devices } from './devices.ts';
import { indoorPlaces } from './indoor-places.ts';
import { lastSeen } from './last-seen.ts';
import { lockMembers } from './lock-members.ts';
import { lockPasscodes } from './lock-passcodes.ts';
import { lockRecords } from './lock-records.ts';
import { locks } from './locks.ts';
import { simulations } from './simulations.ts';
import { tracks } from './tracks.ts';

export const deviceServices = {
  cameras,
  deviceBatches,
  deviceBindings,
  deviceCommands,
  deviceContacts,
  deviceCredentials,
  deviceConnections,
  deviceHubs,
  deviceIntegrations,
  deviceMedia,
  deviceProfiles,
  deviceSettings,
  deviceTypes,
  devices,
  indoorPlaces,
  lastSeen,
  lockMembers,
  lockPasscodes,
  lockRecords,
  locks,
  simulations,
  tracks,
} satisfies Record<string, Record<string, Route>>;
