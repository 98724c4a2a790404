// SPDX-License-Identifier: GPL-2.0-only

#include "retry-limit-wifi-manager.h"

#include "ns3/qos-txop.h"
#include "ns3/uinteger.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-mpdu.h"
#include "ns3/wifi-psdu.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RetryLimitWifiManager);

TypeId
RetryLimitWifiManager::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RetryLimitWifiManager")
            .SetParent<ConstantRateWifiManager>()
            .SetGroupName("WifiExt")
            .AddConstructor<RetryLimitWifiManager>()
            .AddAttribute("DataAttempts",
                          "Transmissions of a data frame before it is given up (M_t).",
                          UintegerValue(8),
                          MakeUintegerAccessor(&RetryLimitWifiManager::SetDataAttempts,
                                               &RetryLimitWifiManager::GetDataAttempts),
                          MakeUintegerChecker<uint32_t>(1, 255))
            .AddAttribute("ManagementAttempts",
                          "Transmissions of a management frame before it is given up.",
                          UintegerValue(7),
                          MakeUintegerAccessor(&RetryLimitWifiManager::m_managementAttempts),
                          MakeUintegerChecker<uint32_t>(1, 255));
    return tid;
}

void
RetryLimitWifiManager::SetupMac(const Ptr<WifiMac> mac)
{
    ConstantRateWifiManager::SetupMac(mac);
    SetDataAttempts(m_dataAttempts);
}

void
RetryLimitWifiManager::SetDataAttempts(uint32_t attempts)
{
    m_dataAttempts = attempts;
    if (GetMac())
    {
        // The failure after so many begins with CWmin again: that of the last attempt.
        GetMac()->SetFrameRetryLimit(attempts - 1);
    }
}

uint32_t
RetryLimitWifiManager::GetDataAttempts() const
{
    return m_dataAttempts;
}

std::list<Ptr<WifiMpdu>>
RetryLimitWifiManager::DoGetMpdusToDropOnTxFailure(WifiRemoteStation*, Ptr<WifiPsdu> psdu)
{
    std::list<Ptr<WifiMpdu>> dropped;
    for (const auto& mpdu : *PeekPointer(psdu))
    {
        const bool isManagement = mpdu->GetHeader().IsMgt();
        // Its retry count has the failure of now in it.
        if (mpdu->GetRetryCount() >= (isManagement ? m_managementAttempts : m_dataAttempts))
        {
            ResetContentionWindow(mpdu);
            dropped.push_back(mpdu);
        }
    }
    return dropped;
}

void
RetryLimitWifiManager::ResetContentionWindow(Ptr<const WifiMpdu> mpdu) const
{
    const AcIndex ac = mpdu->GetQueueAc();
    const auto txop = ac == AC_BE_NQOS ? GetMac()->GetTxop() : Ptr<Txop>(GetMac()->GetQosTxop(ac));
    // The MAC counts the failure after this; at the limit that resets the window.
    while (txop && txop->GetStaRetryCount(SINGLE_LINK_OP_ID) < GetMac()->GetFrameRetryLimit())
    {
        txop->UpdateFailedCw(SINGLE_LINK_OP_ID);
    }
}

} // namespace ns3
