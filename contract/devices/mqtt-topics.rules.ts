/** The topics of a device that signs in with MQTT: its own and no others. Pure. */

export const upTopic = (id: string) => `devices/${id}/up`;
export const downTopic = (id: string) => `devices/${id}/down`;

/** Whether a device may publish there: `devices/{id}/up` and whatever lies below it. */
export const mayPublish = (topic: string, id: string) => topic === upTopic(id) || (topic.startsWith(`${upTopic(id)}/`) && topic.length <= 200);

/** Whether it may listen there: only to what is said to itself, without wildcards. */
export const maySubscribe = (topic: string, id: string) => topic === downTopic(id);
