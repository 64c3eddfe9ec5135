/** How long alarms may wait: parameters of a new tenant, see contract/system/known-parameters.ts. */
export const warningParameters = [
  { name: '紧急预警确认时限（秒，0为不要求）', key: 'ANSWER_SECONDS_1', value: '60', public: false, system: true, since: 7 },
  { name: '严重预警确认时限（秒，0为不要求）', key: 'ANSWER_SECONDS_2', value: '300', public: false, system: true, since: 7 },
  { name: '一般预警确认时限（秒，0为不要求）', key: 'ANSWER_SECONDS_3', value: '1800', public: false, system: true, since: 7 },
  { name: '提示预警确认时限（秒，0为不要求）', key: 'ANSWER_SECONDS_4', value: '0', public: false, system: true, since: 7 },
  { name: '服务呼叫确认时限（秒，0为不要求）', key: 'ANSWER_SECONDS_CALL', value: '180', public: false, system: true, since: 7 },
  { name: '紧急预警确认后未处理再次提醒（秒）', key: 'UNDECIDED_SECONDS', value: '180', public: false, system: true, since: 9 },
  { name: '上门工单未派单再次提醒（秒）', key: 'UNDISPATCHED_SECONDS', value: '60', public: false, system: true, since: 9 },
  { name: '上门工单派出未签到再次提醒（秒）', key: 'UNSTARTED_SECONDS', value: '600', public: false, system: true, since: 9 },
  { name: '紧急预警处理中无结果再次提醒（秒）', key: 'UNFINISHED_SECONDS', value: '3600', public: false, system: true, since: 9 },
];
